/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What stylelint wants of the page's style. */

const mistakes = ['annotation-no-unknown', 'at-rule-descriptor-no-unknown', 'at-rule-descriptor-value-no-unknown', 'at-rule-no-deprecated',
    'at-rule-no-unknown', 'at-rule-prelude-no-invalid', 'block-no-empty', 'block-no-redundant-nested-style-rules', 'color-no-invalid-hex',
    'comment-no-empty', 'custom-property-no-missing-var-function', 'declaration-block-no-duplicate-custom-properties',
    'declaration-block-no-duplicate-properties', 'declaration-block-no-redundant-longhand-properties',
    'declaration-block-no-shorthand-property-overrides', 'declaration-property-value-keyword-no-deprecated', 'declaration-property-value-no-unknown',
    'font-family-no-duplicate-names', 'font-family-no-missing-generic-family-keyword', 'function-calc-no-unspaced-operator',
    'function-linear-gradient-no-nonstandard-direction', 'function-no-unknown', 'keyframe-block-no-duplicate-selectors',
    'keyframe-declaration-no-important', 'length-zero-no-unit', 'media-feature-name-no-unknown', 'media-feature-name-value-no-unknown',
    'media-query-no-invalid', 'media-type-no-deprecated', 'named-grid-areas-no-invalid', 'nesting-selector-no-missing-scoping-root',
    'no-duplicate-selectors', 'no-empty-source', 'no-invalid-double-slash-comments', 'no-invalid-position-declaration',
    'no-irregular-whitespace', 'no-unknown-animations', 'no-unknown-custom-properties', 'property-no-deprecated', 'property-no-unknown',
    'property-no-vendor-prefix', 'selector-anb-no-unmatchable', 'selector-no-vendor-prefix', 'selector-pseudo-class-no-unknown',
    'selector-pseudo-element-no-unknown', 'selector-type-no-unknown', 'shorthand-property-no-redundant-values', 'string-no-newline',
    'syntax-string-no-invalid', 'unit-no-unknown', 'value-no-vendor-prefix', 'at-rule-no-vendor-prefix', 'media-feature-name-no-vendor-prefix'];

export default {
    reportDescriptionlessDisables: true,
    reportInvalidScopeDisables: true,
    reportNeedlessDisables: true,
    rules: {
        ...Object.fromEntries(mistakes.map((name) => [name, true])),
        /* Nothing is loaded: the policy would not let it. */
        'at-rule-disallowed-list': ['import', 'font-face', 'namespace'],
        'function-disallowed-list': ['url', 'src', 'image-set', 'attr'],
        'alpha-value-notation': ['percentage', {exceptProperties: ['opacity']}],
        'color-function-notation': 'modern',
        'color-hex-length': 'short',
        'color-named': 'never',
        'declaration-no-important': true,
        'font-weight-notation': 'numeric',
        'function-name-case': 'lower',
        'max-nesting-depth': 3,
        'selector-attribute-quotes': 'always',
        'selector-class-pattern': '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
        'selector-id-pattern': '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
        'selector-pseudo-element-colon-notation': 'double',
        'selector-type-case': 'lower',
        'value-keyword-case': ['lower', {ignoreKeywords: ['srgb'], ignoreProperties: ['font-family', 'font', '/^--/']}],
    },
};
