import { loginCheck } from '#contract/sessions.gen.ts'
import { editTestmoment } from '#contract/testmoments.gen.ts'
import { DOMAIN } from '#database/demo/people.ts'
import type { TestmomentEdit } from '#domain/testmoments/testmoment.schema.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { PASSWORD, type Product } from './product.ts'

/** Acts of a teacher on another device, by the API calls that their screens make. */
export async function startTeacher({ url, database }: Product) {
  const body = { username: `docent@${DOMAIN}`, password: PASSWORD }
  const { token } = await createPublicApi(url).call(loginCheck, { body })
  const api = createApi({ origin: url, bearer: async () => token, unauthorized: () => {} })
  return {
    /** whatever else they do */
    call: (task: (as: typeof api) => Promise<void>) => task(api),
    edit: async (testmomentId: number, change: TestmomentEdit) => {
      const { schoolyear_id } = await database.kysely
        .selectFrom('testmoment')
        .select('schoolyear_id')
        .where('id', '=', testmomentId)
        .executeTakeFirstOrThrow()
      await api.call(editTestmoment, { params: { schoolyear_id, id: testmomentId }, body: change })
    },
  }
}
