/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What eslint wants of the page's script, and of the programs here that try it. Everything is
 * written out, since the packages with recommended rules are packages more.
 */

/* What JavaScript has wherever it runs, and both browsers and node know by these names. */
const common = ['AbortController', 'Blob', 'clearInterval', 'clearTimeout', 'console', 'performance', 'setInterval',
    'setTimeout', 'structuredClone', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'atob', 'btoa'];
const ofNode = ['process', 'Buffer'];
/* `document`, `location` and the like are good names only where they are a browser's. */
const ofBrowsers = ['addEventListener', 'cancelAnimationFrame', 'CSS', 'customElements', 'CustomEvent', 'DecompressionStream',
    'document', 'DOMParser', 'DOMRect', 'Element', 'Event', 'getComputedStyle', 'getSelection', 'history', 'HTMLAnchorElement', 'HTMLElement',
    'innerHeight', 'innerWidth', 'IntersectionObserver', 'KeyboardEvent', 'location', 'matchMedia', 'MouseEvent', 'MutationObserver', 'navigator', 'Node',
    'queueMicrotask', 'removeEventListener', 'requestAnimationFrame', 'requestIdleCallback', 'ResizeObserver', 'Response',
    'scrollTo', 'scrollX', 'scrollY', 'window', 'XMLSerializer'];

function readonly(names) {
    return Object.fromEntries(names.map((name) => [name, 'readonly']));
}

/* What is surely a mistake. */
const mistakes = ['array-callback-return', 'constructor-super', 'for-direction', 'getter-return', 'no-async-promise-executor',
    'no-case-declarations', 'no-class-assign', 'no-compare-neg-zero', 'no-cond-assign', 'no-const-assign',
    'no-constant-binary-expression', 'no-constant-condition', 'no-constructor-return', 'no-control-regex', 'no-debugger',
    'no-delete-var', 'no-dupe-args', 'no-dupe-class-members', 'no-dupe-else-if', 'no-dupe-keys', 'no-duplicate-case',
    'no-empty', 'no-empty-character-class', 'no-empty-pattern', 'no-empty-static-block', 'no-ex-assign', 'no-fallthrough',
    'no-func-assign', 'no-global-assign', 'no-import-assign', 'no-invalid-regexp', 'no-irregular-whitespace',
    'no-loss-of-precision', 'no-misleading-character-class', 'no-new-native-nonconstructor', 'no-nonoctal-decimal-escape',
    'no-obj-calls', 'no-promise-executor-return', 'no-prototype-builtins', 'no-redeclare', 'no-regex-spaces',
    'no-self-assign', 'no-self-compare', 'no-setter-return', 'no-shadow-restricted-names', 'no-sparse-arrays',
    'no-template-curly-in-string', 'no-this-before-super', 'no-undef', 'no-unexpected-multiline',
    'no-unmodified-loop-condition', 'no-unreachable', 'no-unreachable-loop', 'no-unsafe-finally', 'no-unsafe-negation',
    'no-unsafe-optional-chaining', 'no-unused-expressions', 'no-unused-labels', 'no-unused-private-class-members',
    'no-useless-assignment', 'no-useless-backreference', 'no-useless-catch', 'no-useless-escape', 'no-with',
    'require-yield', 'use-isnan', 'valid-typeof'];

/* How it is to be written. */
const manners = ['default-case-last', 'eqeqeq', 'no-array-constructor', 'no-caller', 'no-else-return',
    'no-extend-native', 'no-extra-bind', 'no-implicit-coercion', 'no-lonely-if', 'no-multi-assign', 'no-new-wrappers',
    'no-object-constructor', 'no-param-reassign', 'no-return-assign', 'no-sequences', 'no-throw-literal',
    'no-undef-init', 'no-unneeded-ternary', 'no-useless-call', 'no-useless-computed-key', 'no-useless-concat',
    'no-useless-constructor', 'no-useless-rename', 'no-useless-return', 'no-var', 'object-shorthand', 'prefer-const',
    'prefer-object-spread', 'prefer-promise-reject-errors', 'prefer-rest-params', 'prefer-spread', 'radix'];

const rules = {
    ...Object.fromEntries([...mistakes, ...manners].map((name) => [name, 'error'])),
    'no-unused-vars': ['error', {args: 'all', argsIgnorePattern: '^_', caughtErrors: 'all'}],
    'no-shadow': ['error', {builtinGlobals: false, hoist: 'functions'}],
    'no-use-before-define': ['error', {functions: false, classes: true, variables: false}],
    'max-lines': ['error', 450],
    'max-lines-per-function': ['error', 60],
    'max-params': ['error', 6],
    'max-depth': ['error', 4],
    'complexity': ['error', 20],
};

/* A name in a profile may be HTML, or a script: nothing of it may ever be parsed as such. */
const parsing = '/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|createContextualFragment|setHTML|setHTMLUnsafe|parseHTMLUnsafe|parseFromString)$/';
const writing = '/^(write|writeln|execCommand)$/';
const restricted = [
    [`MemberExpression[property.name=${parsing}]`, 'a name in a profile may be HTML: use textContent'],
    [`MemberExpression[property.value=${parsing}]`, 'a name in a profile may be HTML: use textContent'],
    [`MemberExpression[object.name="document"][property.name=${writing}]`, 'a name in a profile may be HTML: use textContent'],
    [`Property[key.name=${parsing}], Property[key.value=${parsing}]`, 'a name in a profile may be HTML: use textContent'],
    ['CallExpression[callee.property.name=/^setAttribute(NS)?$/] > Literal:first-child[value=/^(style|on.*|src|srcdoc)$/i]',
        'the policy forbids it: use a class, style.setProperty() or addEventListener()'],
    ['Property[key.name="style"], Property[key.value="style"]', 'the policy forbids the attribute: use style.setProperty()'],
    ['MemberExpression[property.name="cssText"]', 'use style.setProperty()'],
    ['AssignmentExpression > MemberExpression.left[property.name=/^on[a-z]+$/]', 'use addEventListener()'],
    ['ImportExpression', 'the modules are joined into one: there is nothing to import'],
    ['MetaProperty[meta.name="import"]', 'the modules are joined into one'],
    ['ExportDefaultDeclaration, ExportAllDeclaration, ExportNamedDeclaration[declaration=null]', 'page_files.awk does not know this export'],
    ['ImportDefaultSpecifier, ImportNamespaceSpecifier', 'page_files.awk does not know this import'],
    ['TemplateElement[value.raw=/\\n/]', 'page_files.awk leaves out the blanks that a line begins with'],
    ['WithStatement, LabeledStatement', 'not here'],
].map(([selector, message]) => ({selector, message}));

const pageRules = {
    ...rules,
    'no-restricted-syntax': ['error', ...restricted],
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-script-url': 'error',
    'no-console': 'error',
    'no-alert': 'error',
    /* No request leaves, and the state is in the #fragment alone. None of these is a global above; this says why. */
    'no-restricted-globals': ['error', ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'SharedWorker',
        'importScripts', 'Image', 'Audio', 'DOMParser', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'open', 'name', 'event']],
    'no-restricted-properties': ['error', ...['fetch', 'localStorage', 'sessionStorage', 'indexedDB', 'open', 'eval'].map((property) =>
        ({object: 'window', property})), {object: 'document', property: 'cookie'}, {object: 'navigator', property: 'sendBeacon'}],
};

const languageOptions = {ecmaVersion: 2023, sourceType: 'module'};
const linterOptions = {reportUnusedDisableDirectives: 'error', noInlineConfig: true};

export default [
    {
        files: ['src/reporter/format/html/*.js'],
        languageOptions: {...languageOptions, globals: readonly([...common, ...ofBrowsers])},
        linterOptions,
        rules: pageRules,
    },
    {
        /* The modules as the page has them: what is exported for nobody, or declared twice, shows here alone. */
        files: ['build/page/joined.mjs'],
        languageOptions: {...languageOptions, globals: readonly([...common, ...ofBrowsers])},
        linterOptions,
        rules: {'no-undef': 'error', 'no-unused-vars': rules['no-unused-vars'], 'no-redeclare': 'error', 'no-useless-assignment': 'error'},
    },
    {
        /* Some of their functions run in the browser. */
        files: ['tests/page/*.mjs'],
        languageOptions: {...languageOptions, globals: readonly([...common, ...ofNode, ...ofBrowsers])},
        linterOptions,
        rules,
    },
];
