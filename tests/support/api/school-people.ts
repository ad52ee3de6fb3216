import { startSchoolProvider } from './school-provider.ts'

/**
 * `npm run dev -- --sso` and `npm start -- --sso` run this beside the servers: a school's provider with a page where one
 * clicks who one is. It is given its port and the address of the app, and says first how the servers are set up for it.
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
    // Links in the settings, logged in by password: an address alone opens no teacher's account.
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
// The process that started this is gone.
process.stdin.on('close', () => process.exit()).resume()
