import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Loaded before a server's own code. At its end it writes the address of each loaded module to the file `LOADED_MODULES`. */
const loaded = new Set<string>()
registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.once('exit', () => writeFileSync(process.env.LOADED_MODULES ?? '', [...loaded].join('\n')))
