import type { FieldTexts } from '#domain/edit/differences.ts'
import { availabilityLabel } from '#domain/testmoment/moment-conditions.texts.ts'
import type { TestmomentModule } from './testmoment.schema.ts'

type ShownModule = Pick<TestmomentModule, 'name' | 'auto_enroll'>

const nameOf = ({ name, auto_enroll }: ShownModule): string => (auto_enroll ? `${name} (automatisch)` : name)

/** The modules by name. */
export const testmomentModulesTexts: FieldTexts<{ modules: readonly ShownModule[] }> = {
  modules: { label: 'Modules', show: (modules) => availabilityLabel.list(modules.map(nameOf)) },
}
