import { makeAdministrator } from '#api-server/accounts/invitations.ts'
import { ACTIVATION_HOURS, linkKeyOf } from '#api-server/facts/link-key.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import { presumePublicUrl } from './product/public-url.ts'
import { commandFor, printFailure } from './product/terminal.ts'

/** Validity of the link, in minutes: enough to walk to one's own computer, too short for others to find it. */
const LINK_MINUTES = 30

/** `npm run admin -- docent@school.nl`: makes an administrator and prints the link with which they set up their account. */
try {
  const username = readAddress(process.argv[2] ?? '')
  if (!isPlausibleUsername(username))
    throw new Error(`Geef een e-mailadres op: ${commandFor('admin', 'docent@school.nl')}`)
  presumePublicUrl()
  const config = readConfig(process.env)
  const { dataDir, databaseUrl, publicUrl, logins } = config
  await prepareDatabase({ ...config, demo: false })

  const { links } = await readKeys(dataDir)
  const database = openDatabase(databaseUrl)
  const now = Date.now()
  const linkUntil = logins.school && now + LINK_MINUTES * 60_000
  const nonce = await makeAdministrator(database, username, now, { linkUntil })
  await database.close()

  console.log(`\n${username} is beheerder.\n`)
  if (nonce) {
    console.log(`Activeer het account en kies een wachtwoord (${ACTIVATION_HOURS} uur geldig):`)
    console.log(`   ${publicUrl}/activate/${linkKeyOf(links, 'activation', nonce)}\n`)
  } else {
    console.log(`Het account bestond al. Inloggen kan op ${publicUrl}, zoals eerder.\n`)
  }
  if (logins.school)
    console.log(
      `Inloggen met het schoolaccount van ${username} kan ook: wie dat binnen ${LINK_MINUTES} minuten op ${publicUrl} doet, koppelt het aan dit account.\n`,
    )
} catch (error) {
  printFailure(error)
}
