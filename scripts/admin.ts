import { readConfig } from '#server/config.ts'
import { addAdministrator } from './product/add-administrator.ts'
import { presumePublicUrl } from './product/public-url.ts'
import { printFailure } from './product/terminal.ts'

/** `npm run admin -- docent@school.nl`: makes an administrator and prints the link with which they set up their account. */
try {
  presumePublicUrl()
  for (const line of await addAdministrator(process.argv[2] ?? '', readConfig(process.env))) console.log(line)
} catch (error) {
  printFailure(error)
}
