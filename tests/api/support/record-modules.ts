import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Loaded before a server's own code: when that ends, the file `LOADED_MODULES` has the address of each module that was loaded. */
const loaded = new Set<string>()
registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.once('exit', () => writeFileSync(process.env.LOADED_MODULES ?? '', [...loaded].join('\n')))
