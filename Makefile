# make            builds ./quern; WERROR=1 turns warnings into errors
# make check      builds and runs the tests
# make SANITIZE=1 the same with AddressSanitizer and UndefinedBehaviorSanitizer, in build/sanitize
# make STATIC=1   builds build/static/quern, which needs no shared library
# CC, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are the user's: they come after the project's own.

VERSION := 0.1.0

PREFIX ?= /usr/local
prefix ?= $(PREFIX)
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
datarootdir ?= $(prefix)/share
mandir ?= $(datarootdir)/man
bashcompdir ?= $(datarootdir)/bash-completion/completions
zshcompdir ?= $(datarootdir)/zsh/site-functions
fishcompdir ?= $(datarootdir)/fish/vendor_completions.d

INSTALL ?= install
INSTALL_PROGRAM ?= $(INSTALL)
INSTALL_DATA ?= $(INSTALL) -m 644

MANDOC ?= mandoc
CPPCHECK ?= cppcheck
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy
GCC ?= gcc
GCOVR ?= gcovr

# Where everything is built, relative to this folder. Only the plain build's binary is at the top.
ifeq ($(SANITIZE),1)
BUILD := build/sanitize
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifeq ($(STATIC),1)
# Runs where none of its libraries is installed.
BUILD := build/static
static := -static-pie
else
BUILD := build
endif
ifeq ($(BUILD),build)
binary := quern
else
binary := $(BUILD)/quern
endif

comma := ,

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ifeq ($(WERROR),1)
warnings += -Werror
endif

# What a compiler has against errors that are left, since profiles come from strangers. Fortified
# functions need the optimizer and are not for sanitizers.
has_flag = $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -Werror $(1) -x c - -o /dev/null 2>/dev/null && echo '$(1)')
hardening := $(call has_flag,-fstack-protector-strong) $(call has_flag,-fstack-clash-protection) \
	$(call has_flag,-fcf-protection) -fPIE
ifeq ($(sanitizers)$(findstring FORTIFY,$(CPPFLAGS) $(CFLAGS)),)
hardening += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
endif
hardened_link := $(call has_flag,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)

base_cppflags := -Isrc -D_XOPEN_SOURCE=700 -DQUERN_VERSION='"$(VERSION)"'
# Compressed profiles: each library is used where its header is there. WITH_ZLIB=0 builds without.
has_header = $(shell printf '\043include <$(1)>\n' | $(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo 1)
WITH_ZLIB ?= $(call has_header,zlib.h)
WITH_ZSTD ?= $(call has_header,zstd.h)
WITH_LZMA ?= $(call has_header,lzma.h)
libraries :=
ifeq ($(WITH_ZLIB),1)
base_cppflags += -DHAVE_ZLIB
libraries += -lz
endif
ifeq ($(WITH_ZSTD),1)
base_cppflags += -DHAVE_ZSTD
libraries += -lzstd
endif
ifeq ($(WITH_LZMA),1)
base_cppflags += -DHAVE_LZMA
libraries += -llzma
endif

all_cppflags = $(base_cppflags) $(CPPFLAGS)
all_cflags = -std=c17 -O3 -g -pthread $(hardening) $(warnings) $(sanitizers) $(CFLAGS)
all_ldflags = -pthread $(hardened_link) $(sanitizers) $(static) $(LDFLAGS)

sources := $(wildcard src/*.c src/*/*.c)
objects := $(sources:src/%.c=$(BUILD)/%.o)
library := $(BUILD)/libquern.a

test_sources := tests/run.c tests/temporary.c tests/parsed.c $(wildcard tests/test_*.c)
test_objects := $(test_sources:%.c=$(BUILD)/%.o)
test_binary := $(BUILD)/test_quern
test_cppflags := -DQUERN_BINARY='"$(CURDIR)/$(binary)"' -DTESTDATA_DIR='"$(CURDIR)/testdata"' \
	-DGOLDEN_CASES='"$(CURDIR)/tests/golden.cases"' -DDAMAGE_BINARY='"$(CURDIR)/$(BUILD)/damage"'
# What the tests preload; AddressSanitizer wants to come first itself, and what notes the coverage
# must not fail.
WITH_FAULTS ?= $(if $(filter 1,$(SANITIZE)),0,1)
ifeq ($(WITH_FAULTS),1)
faults_library := $(BUILD)/faults.so
test_cppflags += -DFAULTS_LIBRARY='"$(CURDIR)/$(faults_library)"'
endif

# Built by clang alone: every object of quern again, with what libFuzzer wants to see of it.
FUZZ_SECONDS ?= 3600
fuzz_targets := pipeline rewrite grammars options decompress
fuzz_build := build/fuzz
fuzz_flags := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

bench_binaries := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/bench/*.c))

# What runs here to write the completions; of a cross build name one that does.
QUERN_NATIVE ?= ./$(binary)
completions := $(BUILD)/completion.bash $(BUILD)/completion.zsh $(BUILD)/completion.fish

# What runs here to write the completions; of a cross build name one that does.
QUERN_NATIVE ?= ./$(binary)
completions := $(BUILD)/completion.bash $(BUILD)/completion.zsh $(BUILD)/completion.fish

all: $(binary) $(completions)

# With what is built for the project's own use: to see whether all of it compiles.
programs: $(binary) $(test_binary) $(faults_library) $(BUILD)/damage $(bench_binaries)

$(binary): $(BUILD)/main.o $(library)
	$(CC) $(all_cflags) $(if $(static),,-pie) $(all_ldflags) -o $@ $^ $(libraries) $(LDLIBS)

# Written anew each time, so that no object stays whose source is gone.
$(library): $(filter-out $(BUILD)/main.o,$(objects))
	@rm -f $@
	$(AR) rcs $@ $^

# Criterion starts each test in a fresh process: parameters that hold pointers are only good there
# if the binary is always loaded at the same address, hence -no-pie.
$(test_binary): $(test_objects) $(library)
	$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -no-pie -o $@ $^ -lcriterion $(libraries) $(LDLIBS)

$(BUILD)/faults.so: tests/faults.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(all_cflags) -U_FORTIFY_SOURCE $(LDFLAGS) -shared -fPIC -o $@ $< -ldl

$(bench_binaries): $(BUILD)/%: $(BUILD)/tests/%.o
	@mkdir -p $(@D)
	$(CC) $(all_cflags) $(all_ldflags) -o $@ $^ $(libraries) $(LDLIBS)

# This file is a prerequisite, since the flags and the version stand in it.
$(BUILD)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(all_cppflags) $(all_cflags) -Wconversion -MMD -MP -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(test_cppflags) $(all_cppflags) $(all_cflags) -MMD -MP -c -o $@ $<

-include $(objects:.o=.d) $(test_objects:.o=.d) $(bench_binaries:$(BUILD)/%=$(BUILD)/tests/%.d) \
	$(BUILD)/main_function.d $(BUILD)/tests/damage.d $(wildcard $(BUILD)/tests/fuzz/*.d)

check: $(binary) $(test_binary) $(faults_library) $(BUILD)/damage
	$(test_binary)

# Takes what quern prints now as the expected reports; read the difference before you commit it.
update-golden: $(binary) $(test_binary)
	UPDATE_GOLDEN=1 $(test_binary) --filter 'golden/*'

check-layers:
	tests/check-layers

check-man:
	$(MANDOC) -T lint -W warning man/quern.1

c_files := $(wildcard src/*.[ch] src/*/*.[ch] tests/*.[ch] tests/*/*.[ch])

format:
	$(CLANG_FORMAT) -i $(c_files)

check-format:
	$(CLANG_FORMAT) --dry-run -Werror $(c_files)

# gcc's analyzer, cppcheck and clang-tidy. cppcheck knows no C17. Each file has a clang-tidy of its
# own: version 14 overlooks va_start() when it reads several.
lint:
	printf '%s\n' $(sources) | xargs -P 2 -I FILE $(GCC) -std=c17 -O2 $(base_cppflags) \
		-fanalyzer -Werror -c -o /dev/null FILE
	$(CPPCHECK) --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
		--error-exitcode=1 $(base_cppflags) $(sources)
	printf '%s\n' $(sources) | \
		xargs -P 2 -I FILE $(CLANG_TIDY) --quiet FILE -- -std=c17 $(base_cppflags)

# quern against callgrind_annotate and wc on generated profiles, or on those that PROFILES names.
# BENCHFLAGS are the runner's options: see tests/bench/run --help.
bench: $(binary) $(BUILD)/bench/generate
	tests/bench/run --quern './$(binary)' --generator '$(BUILD)/bench/generate' $(BENCHFLAGS) \
		$(PROFILES)

damaged_profiles = $(filter-out %.md,$(wildcard $(addprefix $(CURDIR)/testdata/,[a-z]*_* fib* \
	spec/* damaged/* compressed/*)))

$(BUILD)/damage: $(BUILD)/tests/damage.o $(BUILD)/main_function.o $(library)
	$(CC) $(all_cflags) $(filter-out $(static),$(all_ldflags)) -pie -o $@ $^ $(libraries) $(LDLIBS)

# Each byte of the small profiles cut and changed, and a million random mutants of all: an hour.
damage: $(BUILD)/damage
	cd $(BUILD) && ./damage each $(damaged_profiles) && ./damage 1000000 1 $(damaged_profiles)

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

$(completions): $(BUILD)/completion.%: $(binary)
	'$(QUERN_NATIVE)' --completion=$* >$@

install: $(binary) $(completions)
	$(INSTALL) -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1' '$(DESTDIR)$(bashcompdir)' \
		'$(DESTDIR)$(zshcompdir)' '$(DESTDIR)$(fishcompdir)'
	$(INSTALL_PROGRAM) $(binary) '$(DESTDIR)$(bindir)/quern'
	$(INSTALL_DATA) man/quern.1 '$(DESTDIR)$(mandir)/man1/quern.1'
	$(INSTALL_DATA) $(BUILD)/completion.bash '$(DESTDIR)$(bashcompdir)/quern'
	$(INSTALL_DATA) $(BUILD)/completion.zsh '$(DESTDIR)$(zshcompdir)/_quern'
	$(INSTALL_DATA) $(BUILD)/completion.fish '$(DESTDIR)$(fishcompdir)/quern.fish'

# Where Valgrind's own is not there, or comes later in PATH: scripts that call it go on.
install-compat: install
	ln -sf quern '$(DESTDIR)$(bindir)/callgrind_annotate'

install-strip:
	$(MAKE) INSTALL_PROGRAM='$(INSTALL_PROGRAM) -s' install

# The link is removed only where it is that of install-compat.
uninstall:
	rm -f '$(DESTDIR)$(bindir)/quern' '$(DESTDIR)$(mandir)/man1/quern.1' \
		'$(DESTDIR)$(bashcompdir)/quern' '$(DESTDIR)$(zshcompdir)/_quern' \
		'$(DESTDIR)$(fishcompdir)/quern.fish'
	if [ "$$(readlink '$(DESTDIR)$(bindir)/callgrind_annotate')" = quern ]; then \
		rm -f '$(DESTDIR)$(bindir)/callgrind_annotate'; fi

# Which lines and branches of src/ the tests reach; the last lines of the output are the sums.
coverage:
	$(MAKE) BUILD=build/coverage WITH_FAULTS=0 CPPFLAGS='$(CPPFLAGS) -U_FORTIFY_SOURCE' \
		CFLAGS='-O0 --coverage' check
	$(GCOVR) --root . --filter src/ --object-directory build/coverage --sort-uncovered \
		--print-summary --fail-under-line 95 --fail-under-branch 85 build/coverage

# The last commit, as a tarball.
dist:
	git archive --prefix=quern-$(VERSION)/ -o quern-$(VERSION).tar.gz HEAD

clean:
	rm -rf $(BUILD) $(binary)

distclean: clean
	rm -rf build quern quern-*.tar.gz

.DELETE_ON_ERROR:
.PHONY: all bench check check-format check-layers check-man clean coverage damage dist distclean format fuzz \
	fuzz-binaries growth install install-compat install-strip lint programs uninstall update-golden
