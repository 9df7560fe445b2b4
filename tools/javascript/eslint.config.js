import js from "@eslint/js";
import globals from "globals";

// `rows.length && node` is 0 where there is none, which is then drawn as text.
const LENGTH = "LogicalExpression[operator='&&']:matches([left.property.name=/^(length|size)$/], [left.right.property.name=/^(length|size)$/])";
const DRAWN = [
  ...["CallExpression", "ArrayExpression", "VariableDeclarator", "ReturnStatement", "ArrowFunctionExpression"].map((parent) => `${parent} > ${LENGTH}`),
  ...["consequent", "alternate"].map((branch) => `ConditionalExpression > ${LENGTH}.${branch}`),
];

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-param-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-depth": ["error", 3],
      "max-len": ["error", { code: 150, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 70 }],
      "no-implicit-coercion": "error",
      "no-restricted-syntax": [
        "error",
        ...DRAWN.map((selector) => ({ selector, message: "Where there is none this is 0, not false: compare it with 0." })),
      ],
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true, destructuredArrayIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
      radix: "error",
    },
  },
];
