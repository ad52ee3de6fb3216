import type { Plugin } from 'vite'

/** V8's word for a file in which nearly all runs at once (https://v8.dev/blog/explicit-compile-hints). */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the browser compile the first file while it still arrives, all of it. Without this V8 reads each function twice: at
 * first only to find its end, and again when it is called, which for most is at once. Other files run in part alone.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = COMPILE_ALL + chunk.code
      },
    },
  }
}
