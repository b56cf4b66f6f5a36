// Rules for the scripts of the page; .ci/page applies them.

const BROWSER = [
  ...["CSS", "AbortSignal", "AudioContext", "Blob", "CustomEvent", "DOMRect", "GainNode", "OscillatorNode", "URL", "URLSearchParams", "Worker", "addEventListener", "clearTimeout", "console", "crypto", "document"],
  ...["fetch", "globalThis", "history", "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "performance"],
  ...["postMessage", "reportError", "sessionStorage", "setInterval", "setTimeout", "structuredClone"],
];
const GLOBALS = { ...Object.fromEntries(BROWSER.map((name) => [name, "readonly"])), onmessage: "writable" };

export default [
  {
    files: ["boardgames/web/static/*.js"],
    languageOptions: { globals: GLOBALS },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "error",
      "no-global-assign": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-shadow": "error",
      "no-nested-ternary": "error",
      "no-return-assign": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      complexity: ["error", 13],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
];
