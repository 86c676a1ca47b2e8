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
	-DGOLDEN_CASES='"$(CURDIR)/tests/golden.cases"' -DDAMAGE_BINARY='"$(CURDIR)/$(BUILD)/damage"' \
	-DEMBED_BINARY='"$(CURDIR)/$(embed)"'
# What the tests preload; AddressSanitizer wants to come first itself, and what records the coverage
# must not fail.
WITH_PRELOADED ?= $(if $(filter 1,$(SANITIZE)),0,1)
ifeq ($(WITH_PRELOADED),1)
preloaded := $(BUILD)/faults.so $(BUILD)/other_sort.so
test_cppflags += -DFAULTS_LIBRARY='"$(CURDIR)/$(BUILD)/faults.so"' \
	-DOTHER_SORT_LIBRARY='"$(CURDIR)/$(BUILD)/other_sort.so"'
endif

bench_binaries := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/bench/*.c))

# Everything, with what is built for the project's own use: to see whether all of it compiles.
programs: $(binary) $(test_binary) $(preloaded) $(BUILD)/damage $(bench_binaries)

# Criterion starts each test in a fresh process: parameters that hold pointers are only valid there
# if the binary is always loaded at the same address, hence -no-pie.
$(test_binary): $(test_objects) $(library)
	$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -no-pie -o $@ $^ -lcriterion $(libraries) $(LDLIBS)

$(BUILD)/faults.so $(BUILD)/other_sort.so: $(BUILD)/%.so: tests/support/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(all_cflags) -U_FORTIFY_SOURCE $(LDFLAGS) -shared -fPIC -o $@ $< -ldl

$(bench_binaries): $(BUILD)/%: $(BUILD)/tests/%.o
	@mkdir -p $(@D)
	$(CC) $(all_cflags) $(all_ldflags) -o $@ $^ $(libraries) $(LDLIBS)

$(BUILD)/tests/%.o: tests/%.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	$(CC) -Itests $(test_cppflags) $(all_cppflags) $(all_cflags) -MMD -MP -c -o $@ $<

-include $(test_objects:.o=.d) $(bench_binaries:$(BUILD)/%=$(BUILD)/tests/%.d) \
	$(BUILD)/main_function.d $(BUILD)/tests/support/damage.d $(wildcard $(BUILD)/tests/fuzz/*.d)

check: $(binary) $(test_binary) $(preloaded) $(BUILD)/damage
	$(test_binary)

# Takes what quern prints now as the expected reports; read the difference before you commit it.
update-golden: $(binary) $(test_binary)
	UPDATE_GOLDEN=1 $(test_binary) --filter 'golden/*'

check-layers:
	tests/check-layers

# groff has no status that tells of warnings.
check-man:
	$(MANDOC) -T lint -W warning man/quern.1
	! $(GROFF) -mandoc -Tutf8 -ww man/quern.1 2>&1 >/dev/null | grep .

# With what runs while quern is built.
linted := $(sources) $(page_folder)/embed/embed.c
c_files := $(page_folder)/embed/embed.c $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] \
	src/*/*/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] tests/unit/*/*/*.[ch] tests/unit/*/*/*/*.[ch])

format:
	$(CLANG_FORMAT) -i $(c_files)

check-format:
	$(CLANG_FORMAT) --dry-run -Werror $(c_files)

# gcc's analyzer, cppcheck and clang-tidy. cppcheck lacks C17. Each file has a clang-tidy of its
# own: version 14 overlooks va_start() when it reads several.
lint:
	printf '%s\n' $(linted) | xargs -P 2 -I FILE $(GCC) -std=c17 -O2 $(base_cppflags) \
		-fanalyzer -Werror -c -o /dev/null FILE
	$(CPPCHECK) --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
		--error-exitcode=1 $(base_cppflags) $(linted)
	printf '%s\n' $(linted) | \
		xargs -P 2 -I FILE $(CLANG_TIDY) --quiet FILE -- -std=c17 $(base_cppflags)

# quern against callgrind_annotate and the bare job on generated profiles, or on those that PROFILES
# names.
# BENCHFLAGS are the runner's options: see tests/bench/run --help.
bench: $(binary) $(bench_binaries)
	tests/bench/run --quern './$(binary)' --generator '$(BUILD)/bench/generate' \
		--bare '$(BUILD)/bench/bare' $(BENCHFLAGS) $(PROFILES)

damaged_profiles = $(filter-out %.md,$(wildcard $(addprefix $(CURDIR)/testdata/,[a-z]*_* fib* \
	spec/* damaged/* compressed/*)))

$(BUILD)/damage: $(BUILD)/tests/support/damage.o $(BUILD)/main_function.o $(library)
	$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -pie -o $@ $^ $(libraries) $(LDLIBS)

# Each byte of the small profiles cut and changed, and a million random mutants of all: an hour.
damage: $(BUILD)/damage
	cd $(BUILD) && ./damage each $(damaged_profiles) && ./damage 1000000 1 $(damaged_profiles)

# Built by clang alone: every object of quern again, with what libFuzzer wants to see of it.
FUZZ_SECONDS ?= 3600
fuzz_targets := pipeline rewrite grammars options decompress names alignment objects
fuzz_build := build/fuzz
fuzz_flags := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# Two targets at a time, FUZZ_SECONDS each: see tests/fuzz/run.
fuzz:
	$(MAKE) CC=clang BUILD=$(fuzz_build) sanitizers='$(fuzz_flags)' fuzz-binaries
	tests/fuzz/run $(fuzz_build) $(FUZZ_SECONDS) $(fuzz_targets:%=$(fuzz_build)/fuzz_%)

fuzz-binaries: $(fuzz_targets:%=$(BUILD)/fuzz_%)

$(fuzz_targets:%=$(BUILD)/fuzz_%): $(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o \
		$(BUILD)/tests/fuzz/fuzz.o $(BUILD)/main_function.o $(library)
	$(CC) $(all_cflags) $(all_ldflags) -fsanitize=fuzzer -o $@ $^ $(libraries) $(LDLIBS)

# main() under a name that a program with a main() of its own can call.
$(BUILD)/main_function.o: src/main.c Makefile
	@mkdir -p $(@D)
	$(CC) $(all_cppflags) $(all_cflags) -Wno-missing-prototypes -Dmain=quern_main -MMD -MP -c -o $@ $<

# How time grows with the worst profiles of each structure.
growth: $(binary)
	tests/bench/growth --quern './$(binary)'

# Which lines and branches of src/ the tests reach; the last lines of the output are the sums.
coverage:
	$(MAKE) BUILD=build/coverage WITH_PRELOADED=0 CPPFLAGS='$(CPPFLAGS) -U_FORTIFY_SOURCE' \
		CFLAGS='-O0 --coverage' check
	$(GCOVR) --root . --filter src/ --object-directory build/coverage --sort-uncovered \
		--print-summary --fail-under-line 95 --fail-under-branch 85 build/coverage

.PHONY: bench check check-format check-layers check-man coverage damage format fuzz fuzz-binaries growth lint programs \
	update-golden

include tests/page/page.mk
