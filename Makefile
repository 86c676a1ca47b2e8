# `make help` lists what there is to make. CC, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are the user's:
# they come after the project's own.

VERSION := 2.0.0

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
AWK ?= awk

# All processors, unless -j says otherwise; a make within another one has what that gives it.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
endif

# What is compiled says so in a line, as `CC src/main.c`; V=1 shows the whole command.
ifeq ($(V),1)
say = @:
quiet :=
else
say = @printf '%-5s %s\n'
quiet := @
endif

# What runs here, whatever quern is built for.
CC_FOR_BUILD ?= cc

# Where everything is built, relative to this folder. Only the plain build's binary is at the top.
ifeq ($(SANITIZE),1)
BUILD := build/sanitize
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifeq ($(STATIC),1)
# Runs where none of its libraries is installed. musl-gcc does not know -static-pie: it would link
# for a libc that is there.
BUILD := build/static
static := $(if $(filter musl-gcc,$(notdir $(CC))),-static,-static-pie)
WITH_LIBDW := 0
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

# What a compiler offers against errors that remain, since profiles come from strangers. Fortified
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
# Compression: each library is used if its header is found. WITH_ZLIB=0 builds without.
has_header = $(shell printf '\043include <$(1)>\n' | $(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo 1)
WITH_ZLIB ?= $(call has_header,zlib.h)
WITH_LIBDEFLATE ?= $(call has_header,libdeflate.h)
WITH_ZSTD ?= $(call has_header,zstd.h)
WITH_LZMA ?= $(call has_header,lzma.h)
# Debug information; libdw is loaded by those who ask for it alone, and names are demangled by what
# Valgrind has for it.
WITH_LIBDW ?= $(and $(call has_header,elfutils/libdwfl.h),$(call has_header,libiberty/demangle.h))
libraries := -lpcre2-8
ifeq ($(WITH_ZLIB),1)
base_cppflags += -DHAVE_ZLIB
libraries += -lz
endif
ifeq ($(WITH_LIBDEFLATE),1)
base_cppflags += -DHAVE_LIBDEFLATE
libraries += -ldeflate
endif
ifeq ($(WITH_ZSTD),1)
base_cppflags += -DHAVE_ZSTD
libraries += -lzstd
endif
ifeq ($(WITH_LZMA),1)
base_cppflags += -DHAVE_LZMA
libraries += -llzma
endif
ifeq ($(WITH_LIBDW),1)
base_cppflags += -DHAVE_LIBDW
libraries += -liberty -ldl
endif

# uthash is nothing but a header: a compiler for another C library or machine, which does not look
# where it is, is given a copy.
ifeq ($(call has_header,uthash.h),)
uthash := $(filter %/uthash.h,$(shell printf '\043include <uthash.h>\n' | $(CC_FOR_BUILD) -M -x c - 2>/dev/null))
base_cppflags += $(if $(uthash),-isystem $(BUILD)/include)
endif

# COVERAGE=1 builds what notes which of its lines are reached. Threads may lose counts of each other,
# but not that a line was reached; atomic counters make runs take ten times as long.
ifeq ($(COVERAGE),1)
coverage := --coverage -fprofile-update=single -DHAVE_COVERAGE
endif

optimization := -O3
all_cppflags = $(base_cppflags) $(CPPFLAGS)
all_cflags = -std=c17 $(optimization) -g -pthread $(hardening) $(warnings) $(sanitizers) $(CFLAGS)
all_ldflags = -pthread $(hardened_link) $(sanitizers) $(coverage) $(static) $(LDFLAGS)

# All that an object or a program is made with, and which libraries were found. They depend on a file
# that has it, which is rewritten when it changes: so a library that is installed later is linked, and
# other CFLAGS compile all anew. -Werror changes nothing that is made.
settings := $(filter-out -Werror,$(CC) $(all_cppflags) $(all_cflags) $(coverage)) $(all_ldflags) \
	$(libraries) $(LDLIBS)

sources := $(wildcard src/*.c src/*/*.c src/*/*/*.c src/*/*/*/*.c)
objects := $(sources:src/%.c=$(BUILD)/%.o)
library := $(BUILD)/libquern.a

# The styles and scripts of an HTML page, which are made into a C file here; see page_files.awk. Of
# two styles the later one wins, and the module that does something when it is loaded comes last.
page_folder := src/reporter/format/html
page_base := $(page_folder)/base.css
page_style := $(addprefix $(page_folder)/,bar.css tables.css icicle.css listing.css narrow.css \
	print.css)
page_loader := $(addprefix $(page_folder)/,unpack.js load.js)
page_script := $(sort $(filter-out %/main.js $(page_loader),$(wildcard $(page_folder)/*.js))) \
	$(page_folder)/main.js

completions := $(BUILD)/completion.bash $(BUILD)/completion.zsh $(BUILD)/completion.fish

manual := $(wildcard man/quern*.[1-9])

all: $(binary) $(completions) ## builds ./quern and its completions; V=1 shows the commands, WERROR=1 makes warnings errors

$(BUILD)/settings: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(settings))' >$@.$$$$; \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(binary): $(BUILD)/main.o $(library)
	$(say) LINK $@
	$(quiet)$(CC) $(all_cflags) $(if $(static),,-pie) $(all_ldflags) -o $@ $^ $(libraries) $(LDLIBS)

# Written anew each time, so that no object outlives its source. Appended, since two folders
# may have a file of the same name.
$(library): $(filter-out $(BUILD)/main.o,$(objects)) $(BUILD)/page_files.o $(BUILD)/option_help.o
	@rm -f $@
	$(quiet)$(AR) qcs $@ $^

ifneq ($(uthash),)
$(objects): | $(BUILD)/include/uthash.h
$(BUILD)/include/uthash.h: $(uthash)
	@mkdir -p $(@D)
	$(quiet)cp $< $@
endif

$(BUILD)/%.o: src/%.c $(BUILD)/settings
	@mkdir -p $(@D)
	$(say) CC $<
	$(quiet)$(CC) $(all_cppflags) $(all_cflags) $(coverage) -Wconversion -MMD -MP -c -o $@ $<

# The folder, too, is a prerequisite: a file that goes leaves nothing newer.
$(BUILD)/page_files.c: $(page_folder)/page_files.awk $(page_base) $(page_style) $(page_loader) \
		$(page_script) $(page_folder) Makefile
	@mkdir -p $(@D)
	$(quiet)LC_ALL=C $(AWK) -v folder=$(@D) -f $< name=base $(page_base) name=style $(page_style) \
		name=loader $(page_loader) name=script $(page_script) >$@

# What an option means, and which words it takes, is read from the manual.
$(BUILD)/option_help.c: src/cli/options.awk man/quern.1
	@mkdir -p $(@D)
	$(quiet)$(AWK) -v to=c -f $^ >$@

$(completions): $(BUILD)/completion.%: src/cli/options.awk man/quern.1
	@mkdir -p $(@D)
	$(quiet)$(AWK) -v to=$* -f $^ >$@

$(BUILD)/page_files.o $(BUILD)/option_help.o: %.o: %.c $(BUILD)/settings
	$(say) CC $<
	$(quiet)$(CC) $(all_cppflags) $(all_cflags) -Wconversion -MMD -MP -c -o $@ $<

-include $(objects:.o=.d) $(BUILD)/page_files.d $(BUILD)/option_help.d

# The rules that end in a comment, in their order.
help: ## lists what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'With SANITIZE=1: built with AddressSanitizer and UndefinedBehaviorSanitizer, in build/sanitize;'
	@echo 'STATIC=1: without shared libraries, in build/static; CC=, CFLAGS=, LDFLAGS=: as you say.'

install: $(binary) $(completions) ## installs below PREFIX [/usr/local] and DESTDIR
	$(INSTALL) -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(bashcompdir)' '$(DESTDIR)$(zshcompdir)' \
		'$(DESTDIR)$(fishcompdir)'
	$(INSTALL_PROGRAM) $(binary) '$(DESTDIR)$(bindir)/quern'
	for page in $(manual); do \
		$(INSTALL) -d '$(DESTDIR)$(mandir)'/man$${page##*.} && \
		$(INSTALL_DATA) $$page '$(DESTDIR)$(mandir)'/man$${page##*.}/ || exit 1; done
	$(INSTALL_DATA) $(BUILD)/completion.bash '$(DESTDIR)$(bashcompdir)/quern'
	$(INSTALL_DATA) $(BUILD)/completion.zsh '$(DESTDIR)$(zshcompdir)/_quern'
	$(INSTALL_DATA) $(BUILD)/completion.fish '$(DESTDIR)$(fishcompdir)/quern.fish'

# Where Valgrind's own is not there, or comes later in PATH: scripts that call it still work.
install-compat: install ## that, and a link callgrind_annotate
	ln -sf quern '$(DESTDIR)$(bindir)/callgrind_annotate'

install-strip: INSTALL_PROGRAM += -s
install-strip: install ## that, without symbols

# The link is removed only where it is that of install-compat.
uninstall: ## removes what install and install-compat put there
	for page in $(manual); do rm -f '$(DESTDIR)$(mandir)'/man$${page##*.}/$${page##*/}; done
	rm -f '$(DESTDIR)$(bindir)/quern' '$(DESTDIR)$(bashcompdir)/quern' \
		'$(DESTDIR)$(zshcompdir)/_quern' '$(DESTDIR)$(fishcompdir)/quern.fish'
	if [ "$$(readlink '$(DESTDIR)$(bindir)/callgrind_annotate')" = quern ]; then \
		rm -f '$(DESTDIR)$(bindir)/callgrind_annotate'; fi

# The last commit as a tarball, the same bytes whenever and by whomever it is made: no setting of
# git's, no umask and no time but the commit's is in it.
dist: ## makes a tarball of the last commit, the same bytes each time
	git diff --quiet HEAD -- || { echo 'make dist: not all changes are committed' >&2; exit 1; }
	git -c core.autocrlf=false -c core.attributesFile=/dev/null -c tar.umask=0022 archive \
		--format=tar --prefix=quern-$(VERSION)/ -o quern-$(VERSION).tar HEAD
	gzip -9nf quern-$(VERSION).tar

# mandoc links pages to those in the folder that it is run in, and others to Debian's.
manual_folder := build/manual

html-manual: ## writes the manual for a browser, in build/manual
	rm -rf $(manual_folder)
	$(INSTALL) -d $(manual_folder)
	cd man && for page in $(notdir $(manual)); do \
		mandoc -T html -O 'man=%N.%S.html;https://manpages.debian.org/%N.%S' $$page \
			>'$(CURDIR)/$(manual_folder)/'$$page.html || exit 1; done

# From the last commit alone, for those who have no compiler too. CC=musl-gcc links musl.
release_folder := build/release
released := quern-$(VERSION)-linux-$(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))

release: dist html-manual ## makes what is published, in build/release: tarball, static program, what is in it, manual, checksums
	$(MAKE) STATIC=1 build/static/quern
	rm -rf $(release_folder)
	$(INSTALL) -d $(release_folder)
	mv quern-$(VERSION).tar.gz $(release_folder)/
	cp $(manual_folder)/*.html $(release_folder)/
	$(INSTALL) -s build/static/quern $(release_folder)/$(released)
	CC='$(CC)' .ci/make-sbom $(release_folder)/$(released) $(release_folder)/quern-$(VERSION).tar.gz \
		>$(release_folder)/$(released).spdx.json
	cd $(release_folder) && sha256sum quern* >SHA256SUMS

clean: ## removes what was built with these settings
	rm -rf $(BUILD) $(binary)

distclean: clean ## removes all that is built
	rm -rf build quern quern-*.tar quern-*.tar.gz

.DELETE_ON_ERROR:
.PHONY: all always clean dist distclean help html-manual install install-compat install-strip release uninstall

include tests/tests.mk
