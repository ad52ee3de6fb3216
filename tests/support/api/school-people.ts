import { startSchoolProvider } from './school-provider.ts'

/**
 * A school's login provider with a page on which one clicks on a person. `npm run dev -- --sso` and `npm start -- --sso` run it
 * beside the servers. Its arguments are its port and the address of the app; its first line of output holds the settings for
 * the servers.
 */
const [port = '', publicUrl = ''] = process.argv.slice(2)
const AT = 'demo.wiskunde-inschrijven.example'
const number = (digits: string) => [`urn:schac:personalUniqueCode:nl:local:${AT}:studentid:${digits}`]

const { settings } = await startSchoolProvider({
  publicUrl,
  port: Number(port),
  withPage: true,
  sendsLogouts: true,
  people: {
    noor: { given_name: 'Noor', family_name: 'van den Broek', email: `noor.vandenbroek@${AT}`, email_verified: true },
    // This login has to be linked in the settings after a password login: an address alone opens no teacher's account.
    docent: { given_name: 'Marijke', family_name: 'de Leeuw', email: `docent@${AT}`, email_verified: true },
    nieuw: {
      given_name: 'Amina',
      family_name: 'Haddad',
      email: `amina.haddad@${AT}`,
      email_verified: true,
      schac_personal_unique_code: number('0912345'),
    },
    onbevestigd: { given_name: 'Daan', family_name: 'El Amrani', email: `daan.elamrani@${AT}`, email_verified: false },
  },
})

console.log(JSON.stringify(settings))
// Standard input closes when the process that started this one has ended.
process.stdin.on('close', () => process.exit()).resume()
