import { makeAdministrator } from '#api-server/accounts/invitations.ts'
import { ACTIVATION_HOURS, linkKeyOf } from '#api-server/accounts/link-key.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { isPlausibleUsername, normaliseUsername } from '#domain/accounts/account.rules.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { prepareDatabase } from './product/prepare-database.ts'

/** `npm run admin -- docent@school.nl`: makes an administrator and prints the link by which they begin. */
try {
  const username = normaliseUsername(process.argv[2] ?? '')
  if (!isPlausibleUsername(username)) throw new Error('Geef een e-mailadres op: npm run admin -- docent@school.nl')
  const config = readConfig(process.env)
  const { dataDir, databaseUrl, publicUrl } = config
  await prepareDatabase({ ...config, demo: false })

  const { links } = await readKeys(dataDir)
  const database = openDatabase(databaseUrl)
  const nonce = await makeAdministrator(database, username, Date.now())
  await database.close()

  console.log(`\n${username} is beheerder.\n`)
  if (nonce) {
    console.log(`Activeer het account en kies een wachtwoord (${ACTIVATION_HOURS} uur geldig):`)
    console.log(`   ${publicUrl}/activate/${linkKeyOf(links, 'activation', nonce)}\n`)
  } else {
    console.log(`Het account bestond al. Inloggen kan op ${publicUrl}, met het eigen wachtwoord.\n`)
  }
} catch (error) {
  console.error(error instanceof Error && error.message ? error.message : error)
  process.exitCode = 1
}
