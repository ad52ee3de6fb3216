import type { APIRequestContext, Page } from '@playwright/test'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.ts'
import { getActiveSchoolyear } from '#contract/schoolyears.ts'
import { loginCheck } from '#contract/sessions.ts'
import { createTestmoment, deleteTestmoment, editTestmoment } from '#contract/testmoments.ts'
import { getOwnUser, listModuleStatuses, listUsers } from '#contract/users.ts'
import { leaveWaiting, readSeats } from '#contract/waiting.ts'
import { DOMAIN } from '#database/demo/people.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { inSight, logIn, type Walk } from './walks.ts'

const PLACE = { starts_at: '09:00', ends_at: '11:30', location: 'Zaal 3.14' }

/** Noor waits for a full moment: she waits in line, gets a seat, waits to be moved and is removed from the list. */
export async function walkAsWaiting({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = (name: RegExp) => dialog.getByRole('button', { name })
  const school = await schoolOf(page.request, password)
  const full = await school.addMoment({ inDays: 44, seats: 12 })
  const open = (screen: string) => page.goto(`/student/${screen}`)

  await logIn(page, 'noor.vandenbroek', password)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  const module = `modules?module=${school.noor.module_id}`
  await open(`testmoments?moment=${full}`)
  await dialog.getByText('Nog 12 plaatsen').waitFor()
  await picture('student-seats-free')

  await school.fill(full)
  await button(/^Zet me op de wachtlijst/)
    .first()
    .waitFor()
  await picture('student-seats-full')
  await open(module)
  await button(/^Zet me op de wachtlijst/).click()
  await button(/^Van de wachtlijst af/).waitFor()
  await page.reload()
  await picture('student-waiting-dialog', inSight(button(/^Van de wachtlijst af/)))
  await open('modules')
  const place = page.getByText('Je bent de 1e').first()
  await place.waitFor()
  await picture('student-waiting', inSight(place))

  await page.context().setOffline(true)
  await page.getByText(/^Je bent offline/).waitFor()
  await picture('student-waiting-offline', inSight(place))
  await page.context().setOffline(false)
  await school.edit(full, { enrollments_enabled: false })
  const frozen = page.getByText(/De wachtlijst staat stil/).first()
  await frozen.waitFor()
  await picture('student-waiting-frozen', inSight(frozen))

  await school.edit(full, { enrollments_enabled: true, seats: 2 })
  await page.getByText(/^Je hebt een plaats/).waitFor()
  await picture('student-seat-given')
  await putAway(page)

  const other = await school.addMoment({ inDays: 51, seats: 1 })
  await school.fill(other)
  await open(module)
  await button(/^Wachten om te verplaatsen/).click()
  await dialog.getByText(/^Je wacht om te verplaatsen/).waitFor()
  await page.reload()
  await picture('student-waiting-to-move', inSight(dialog.getByText(/^Je wacht om te verplaatsen/)))
  await school.takeOff()
  await open('testmoments')
  await page.getByText(/Een docent heeft je van de lijst gehaald/).waitFor()
  await picture('student-waiting-ended')
  await putAway(page)
  await school.removeMoments()
}

async function putAway(page: Page): Promise<void> {
  const line = page.getByRole('list', { name: 'Van de wachtlijst' })
  await line.getByRole('button', { name: /^Sluiten/ }).click()
  await line.waitFor({ state: 'detached' })
}

/** Prepares the school as a teacher, with a module that the first student has not taken yet. */
async function schoolOf(request: APIRequestContext, password: string) {
  const as = async (name: string) => {
    const login = { username: `${name}@${DOMAIN}`, password }
    const { token } = await (await request.post(pathOf(loginCheck), { data: login })).json()
    return async (target: Endpoint, params: Record<string, string | number> = {}, data?: object) => {
      const ask = (confirmed = {}) =>
        request.fetch(pathOf(target, params), {
          method: target.method,
          headers: { authorization: `Bearer ${token}` },
          params: confirmed,
          ...(data ? { data } : {}),
        })
      let answer = await ask()
      if (answer.status() === 409) answer = await ask({ confirmed: (await answer.json()).confirmation })
      if (!answer.ok()) throw new Error(`${target.path}: ${answer.status()} ${await answer.text()}`)
      return answer.json()
    }
  }
  const teach = await as('docent')
  const year: { id: number } = await teach(getActiveSchoolyear)
  /** a module that the student has not taken yet */
  const moduleFor = async (id: number): Promise<number | undefined> => {
    const { entities }: { entities: ModuleStatus[] } = await teach(listModuleStatuses, { id })
    return entities.find((status) => !status.is_completed && status.enrollment_moment === null)?.module.id
  }
  const askAsNoor = await as('noor.vandenbroek')
  const { id: noorId } = await askAsNoor(getOwnUser)
  const noor = { ask: askAsNoor, user_id: noorId, module_id: await moduleFor(noorId) }
  /** another student with a module that they have not taken yet */
  const someone = async () => {
    const { entities }: { entities: User[] } = await teach(listUsers, { paging: 100 })
    for (const { id, _links } of entities) {
      const module_id = _links.module_statuses && id !== noorId ? await moduleFor(id) : undefined
      if (module_id !== undefined) return { user_id: id, module_id }
    }
    throw new Error('Every student has taken everything')
  }
  const moments: number[] = []
  const edit = (id: number, change: object) => teach(editTestmoment, { schoolyear_id: year.id, id }, change)

  return {
    noor,
    edit,
    addMoment: async ({ inDays, seats }: { inDays: number; seats: number }): Promise<number> => {
      const wanted = { ...PLACE, moment: addDays(dayOf(Date.now()), inDays), seats }
      const { entity } = await teach(createTestmoment, { schoolyear_id: year.id }, wanted)
      moments.push(entity.id)
      await edit(entity.id, { enrollments_enabled: true })
      return entity.id
    },
    fill: async (testmoment_id: number): Promise<void> => {
      await edit(testmoment_id, { seats: 1 })
      await teach(createEnrollment, {}, { ...(await someone()), testmoment_id })
    },
    takeOff: async (): Promise<void> => {
      const { waiting } = await noor.ask(readSeats, { id: noor.user_id })
      for (const { id } of waiting) await teach(leaveWaiting, { id })
    },
    removeMoments: async (): Promise<void> => {
      for (const id of moments) await teach(deleteTestmoment, { schoolyear_id: year.id, id })
    },
  }
}
