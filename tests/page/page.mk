# The HTML page in browsers, and what its script and style look like; included by tests.mk. All of
# it needs what `tests/setup page` installs, and packages of npm below build/page.

NODE ?= node
NPM ?= npm

page_build := build/page
page_packages := $(page_build)/packages
page_bin := $(page_build)/node_modules/.bin

# Exact versions, and no program of a package is run. The stamp is not among what npm removes.
$(page_packages): tests/page/package.json
	@mkdir -p $(@D)
	cp $< $(@D)/package.json
	cd $(@D) && $(NPM) install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

# The modules one by one, and joined as a page has them: only so it shows what none of them has, or
# two have. The styles joined alone, since one uses what another defines.
lint-page: $(binary) $(page_packages) ## lints the script and style of the HTML page
	$(page_bin)/eslint --config tests/page/eslint.config.mjs --max-warnings 0 $(page_folder) tests/page
	cat $(BUILD)/loader.page $(BUILD)/script.page >$(page_build)/joined.mjs
	$(page_bin)/eslint --config tests/page/eslint.config.mjs --max-warnings 0 $(page_build)/joined.mjs
	cat $(page_base) $(page_style) >$(page_build)/joined.css
	$(page_bin)/stylelint --config tests/page/stylelint.config.mjs --max-warnings 0 $(page_build)/joined.css

# CHECK names some of the checks by a pattern.
check-page: $(binary) $(page_packages) ## tries the page in Chromium and Firefox; CHECK=PATTERN: some checks
	$(NODE) tests/page/check.mjs './$(binary)' $(if $(CHECK),'$(CHECK)')

# Three sizes, light and dark: into build/page/screenshots; and README's pictures of it.
screenshots: $(binary) $(page_packages) ## draws the page in all sizes, into build/page/screenshots, and for README.md
	$(NODE) tests/page/screenshots.mjs './$(binary)' $(page_build)/screenshots

# Sizes and times, beside what they are to be.
bench-page: $(binary) $(BUILD)/bench/graph $(page_packages) ## measures the page's size and times
	$(NODE) tests/page/bench.mjs './$(binary)' '$(BUILD)/bench/graph'

.PHONY: bench-page check-page lint-page screenshots
