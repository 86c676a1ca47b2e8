# The part of the build for tests, fuzzing, analysis and measurement; included by the Makefile.

MANDOC ?= mandoc
GROFF ?= groff
CPPCHECK ?= cppcheck
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy
GCC ?= gcc
GCOVR ?= gcovr

# Tests of the whole program, which take longest: `make WHOLE_TESTS=tests/whole/test_golden.c check`
# runs the golden cases and the unit tests alone.
WHOLE_TESTS ?= $(wildcard tests/whole/*.c)
# faults.c and other_sort.c are preloaded and damage.c has a main() of its own.
test_sources := $(filter-out %/faults.c %/other_sort.c %/damage.c,$(wildcard tests/support/*.c)) \
	$(WHOLE_TESTS) \
	$(wildcard tests/unit/*/*.c tests/unit/*/*/*.c tests/unit/*/*/*/*.c)
test_objects := $(test_sources:%.c=$(BUILD)/%.o)
test_binary := $(BUILD)/test_quern
test_cppflags := -DQUERN_BINARY='"$(CURDIR)/$(binary)"' -DTESTDATA_DIR='"$(CURDIR)/testdata"' \
	-DGOLDEN_CASES='"$(CURDIR)/tests/golden.cases"' -DDAMAGE_BINARY='"$(CURDIR)/$(BUILD)/damage"'
# What the tests preload; AddressSanitizer wants to come first itself, and what records the coverage
# must not fail.
WITH_PRELOADED ?= $(if $(filter 1,$(SANITIZE) $(COVERAGE)),0,1)
ifeq ($(WITH_PRELOADED),1)
preloaded := $(BUILD)/faults.so $(BUILD)/other_sort.so
test_cppflags += -DFAULTS_LIBRARY='"$(CURDIR)/$(BUILD)/faults.so"' \
	-DOTHER_SORT_LIBRARY='"$(CURDIR)/$(BUILD)/other_sort.so"'
endif
test_cppflags += $(if $(sanitizers),-DIS_SANITIZED)

bench_binaries := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/bench/*.c))

# Everything, with what is built for the project's own use: to see whether all of it compiles.
programs: $(binary) $(test_binary) $(preloaded) $(BUILD)/damage $(bench_binaries)

# Criterion starts each test in a fresh process: parameters that hold pointers are only valid there
# if the binary is always loaded at the same address, hence -no-pie.
$(test_binary): $(test_objects) $(library)
	$(say) LINK $@
	$(quiet)$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -no-pie -o $@ $^ -lcriterion $(libraries) $(LDLIBS)

$(BUILD)/faults.so $(BUILD)/other_sort.so: $(BUILD)/%.so: tests/support/%.c $(BUILD)/settings
	@mkdir -p $(@D)
	$(say) CC $<
	$(quiet)$(CC) $(CPPFLAGS) $(all_cflags) -U_FORTIFY_SOURCE $(LDFLAGS) -shared -fPIC -o $@ $< -ldl

$(bench_binaries): $(BUILD)/%: $(BUILD)/tests/%.o
	@mkdir -p $(@D)
	$(say) LINK $@
	$(quiet)$(CC) $(all_cflags) $(all_ldflags) -o $@ $^ $(libraries) $(LDLIBS)

# Tests are compiled more often than they run, and with sanitizers it takes the optimizer longest. They
# are as many as the files of src/, and the log is to be read: only V=1 says which.
$(BUILD)/tests/%.o: optimization := $(if $(sanitizers),-O0,-O1)

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/settings tests/tests.mk
	@mkdir -p $(@D)
	$(quiet)$(CC) -Itests $(test_cppflags) $(all_cppflags) $(all_cflags) -MMD -MP -c -o $@ $<

-include $(test_objects:.o=.d) $(bench_binaries:$(BUILD)/%=$(BUILD)/tests/%.d) \
	$(BUILD)/main_function.d $(BUILD)/tests/support/damage.d $(wildcard $(BUILD)/tests/fuzz/*.d)

# One test more at once than there are processors, for many wait for a program.
check: $(binary) $(test_binary) $(preloaded) $(BUILD)/damage ## builds and runs all tests; see src/README.md
	@$(test_binary) --jobs "$$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1))"

# Takes what quern prints now as the expected reports, and as the picture in README.md; read the
# difference before you commit it.
update-golden: $(binary) $(test_binary) ## takes what quern prints now as what the golden cases expect
	UPDATE_GOLDEN=1 $(test_binary) --filter 'golden/*'
	tests/make-picture './$(binary)' >.github/terminal.svg

check-layers: $(objects) ## proves that includes and calls run one way, and that exports are used
	@tests/check-layers
	@tests/check-symbols $(objects)

walls: $(binary) ## prints how large the program is
	@tests/walls './$(binary)'

# A new feature says what it takes its lines from.
check-walls: $(binary) ## fails where src/ has become larger than it may
	@tests/walls './$(binary)' --at-most 39900 5000

# groff has no status that tells of warnings. EXAMPLES come right after DESCRIPTION, where they are
# read, and not near the end, where mandoc wants them.
check-man: html-manual ## lints the manual, and writes it for a browser
	$(MANDOC) -T lint -W error $(manual)
	! $(MANDOC) -T lint -W warning $(manual) | grep -v 'sections out of conventional order: Sh ENVIRONMENT'
	! $(GROFF) -mandoc -Tutf8 -ww $(manual) 2>&1 >/dev/null | grep .

c_files := $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] \
	src/*/*/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] tests/unit/*/*/*.[ch] tests/unit/*/*/*/*.[ch])

format: ## formats all C files
	@$(CLANG_FORMAT) -i $(c_files)

check-format: ## fails where one is not formatted
	@$(CLANG_FORMAT) --dry-run -Werror $(c_files)

# gcc's analyzer, cppcheck and clang-tidy. cppcheck lacks C17. Each file has a clang-tidy of its
# own, for version 14 overlooks va_start() when it reads several; what one says matters only where it
# fails. LINT_BASE=COMMIT: only what differs from that commit. The analyzers of gcc and clang take five
# sixths of the time: LINT_ANALYZED is how many files they read, those that changed most, and
# LINT_STATES how many states clang's goes through in a function.
LINT_ANALYZED ?= $(words $(sources))
LINT_STATES ?= 225000
clang_tidy_each = xargs -P 2 -I FILE sh -c 'said=$$("$$@" 2>&1) || { printf "%s\n" "$$said"; exit 1; }' sh \
	$(CLANG_TIDY) --quiet $(1) FILE -- -std=c17 $(base_cppflags) \
	-Xclang -analyzer-config -Xclang max-nodes=$(LINT_STATES)
lint: ## has gcc's analyzer, cppcheck and clang-tidy read src/; LINT_BASE=COMMIT: what differs from it
	@mkdir -p $(BUILD)
	@$(if $(LINT_BASE),tests/changed-sources '$(LINT_BASE)',printf '%s\n') $(sources) >$(BUILD)/linted
	@head -n '$(LINT_ANALYZED)' $(BUILD)/linted >$(BUILD)/analyzed
	@tail -n '+$(LINT_ANALYZED)' $(BUILD)/linted | tail -n +2 >$(BUILD)/not-analyzed
	@echo "lint: $$(wc -l <$(BUILD)/linted) of $(words $(sources)) files," \
		"$$(wc -l <$(BUILD)/analyzed) by the analyzers of gcc and clang"
	@xargs -P 2 -I FILE $(GCC) -std=c17 -O2 $(base_cppflags) -fanalyzer -Werror -c -o /dev/null FILE \
		<$(BUILD)/analyzed
	@! [ -s $(BUILD)/linted ] || $(CPPCHECK) -j 2 --quiet --std=c11 \
		--enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
		$(base_cppflags) --file-list=$(BUILD)/linted
	@$(call clang_tidy_each) <$(BUILD)/analyzed
	@$(call clang_tidy_each,'--checks=-clang-analyzer-*') <$(BUILD)/not-analyzed

# quern against callgrind_annotate and the bare job on generated profiles, or on those that PROFILES
# names.
# BENCHFLAGS are the runner's options: see tests/bench/run --help.
bench: $(binary) $(bench_binaries) ## measures time and memory against callgrind_annotate and the bare job
	tests/bench/run --quern './$(binary)' --generator '$(BUILD)/bench/generate' \
		--bare '$(BUILD)/bench/bare' $(BENCHFLAGS) $(PROFILES)

damaged_profiles = $(filter-out %.md,$(wildcard $(addprefix $(CURDIR)/testdata/,[a-z]*_* fib* \
	spec/* damaged/* compressed/*)))

$(BUILD)/damage: $(BUILD)/tests/support/damage.o $(BUILD)/main_function.o $(library)
	$(say) LINK $@
	$(quiet)$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -pie -o $@ $^ $(libraries) $(LDLIBS)

# Each byte of the small profiles cut and changed, and a million random mutants of all: an hour.
damage: $(BUILD)/damage ## runs a million damaged profiles: an hour
	cd $(BUILD) && ./damage each $(damaged_profiles) && ./damage 1000000 1 $(damaged_profiles)

# Built by clang alone: every object of quern again, with what libFuzzer wants to see of it.
FUZZ_SECONDS ?= 3600
fuzz_targets := pipeline rewrite grammars options decompress names alignment inlined
fuzz_build := build/fuzz
fuzz_flags := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# Two targets at a time, FUZZ_SECONDS each: see tests/fuzz/run.
fuzz: ## runs each fuzzer for FUZZ_SECONDS [3600]
	$(MAKE) CC=clang BUILD=$(fuzz_build) sanitizers='$(fuzz_flags)' optimization=-O2 fuzz-binaries
	tests/fuzz/run $(fuzz_build) $(FUZZ_SECONDS) $(fuzz_targets:%=$(fuzz_build)/fuzz_%)

# Each on its first corpus alone. The objects need not be made for libFuzzer, so that these are soon built.
fuzz-seeds: fuzz-binaries
	tests/fuzz/run $(BUILD) 0 $(fuzz_targets:%=$(BUILD)/fuzz_%)

fuzz-binaries: $(fuzz_targets:%=$(BUILD)/fuzz_%)

$(fuzz_targets:%=$(BUILD)/fuzz_%): $(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o \
		$(BUILD)/tests/fuzz/fuzz.o $(BUILD)/main_function.o $(library)
	$(say) LINK $@
	$(quiet)$(CC) $(all_cflags) $(all_ldflags) -fsanitize=fuzzer -o $@ $^ $(libraries) $(LDLIBS)

# main() under a name that a program with a main() of its own can call.
$(BUILD)/main_function.o: src/main.c $(BUILD)/settings
	@mkdir -p $(@D)
	$(say) CC $<
	$(quiet)$(CC) $(all_cppflags) $(all_cflags) $(coverage) -Wno-missing-prototypes -Dmain=quern_main -MMD -MP -c -o $@ $<

# What DuckDB makes of many profiles. Its package for Node is of an exact version, and none of its
# programs is run.
history_build := build/history
history_packages := $(history_build)/packages

$(history_packages): tests/history/package.json
	@mkdir -p $(@D)
	cp $< $(@D)/package.json
	cd $(@D) && $(NPM) install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

check-history: $(binary) $(history_packages) ## asks DuckDB what the manual asks, of a thousand profiles
	$(NODE) tests/history/check.mjs './$(binary)'

# How time grows with the worst profiles of each structure.
growth: $(binary) ## measures how time grows with the worst profiles
	tests/bench/growth --quern './$(binary)'

# Which lines and branches of src/ the tests reach; the last lines of the output are the sums. Where
# threads lost counts of a branch, gcov may make it a negative number, which gcovr cannot read: then it
# is not reached.
coverage: ## runs all tests, and says what of src/ they reach
	$(MAKE) COVERAGE=1 BUILD=build/coverage optimization=-O1 check
	$(GCOVR) -j 2 --root . --filter src/ --object-directory build/coverage --sort-uncovered \
		--gcov-ignore-parse-errors --print-summary --fail-under-line 98 --fail-under-branch 92 \
		build/coverage

# Golden cases with MemorySanitizer, which wants each library built with it: so without any.
check-memory: $(test_binary) ## runs the golden cases with MemorySanitizer
	$(MAKE) CC=clang BUILD=build/memory sanitizers='-fsanitize=memory -fno-omit-frame-pointer' \
		optimization=-O1 WITH_ZLIB=0 WITH_LIBDEFLATE=0 WITH_ZSTD=0 WITH_LZMA=0 \
		WITH_LIBDW=0 \
		build/memory/quern
	QUERN='$(CURDIR)/build/memory/quern' $(test_binary) --filter 'golden/prints_what_is_expected'

# What CI leaves out of `.ci/run` for the time that it takes: before a release, and after each larger
# change of the parser or of what reads objects and archives.
check-all: ## runs what CI has no time for: three hours
	QUERN_TESTS_THOROUGH=1 .ci/run
	$(MAKE) lint
	$(MAKE) CC=clang BUILD=build/check-all/clang check
	$(MAKE) BUILD=build/check-all/none WITH_ZLIB=0 WITH_LIBDEFLATE=0 WITH_ZSTD=0 WITH_LZMA=0 \
		WITH_LIBDW=0 check
	$(MAKE) check-memory
	$(MAKE) FUZZ_SECONDS=600 fuzz
	$(MAKE) damage

# What a release holds besides: an hour of each fuzzer, how time grows, and where speed stands.
release-check: ## runs what a release needs besides: check-all, an hour of each fuzzer, bench, growth, dist
	$(MAKE) check-all
	$(MAKE) FUZZ_SECONDS=3600 fuzz
	$(MAKE) growth
	$(MAKE) bench
	$(MAKE) dist

.PHONY: bench check check-all check-format check-history check-layers check-man check-memory check-walls coverage damage format fuzz fuzz-binaries fuzz-seeds growth lint programs release-check \
	update-golden walls

include tests/page/page.mk
