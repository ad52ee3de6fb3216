/** Oldest browsers that the app is made for (README.md): the syntax of scripts and styles, and what they may call unasked. */
export const BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4']
