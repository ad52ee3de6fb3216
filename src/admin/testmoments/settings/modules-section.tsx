import { useRef } from 'react'
import { addTestmomentModules, replaceTestmomentModules } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { modulesRemovedMessage, othersRemovedMessage } from '#domain/messages/change.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { type ModuleRemoval, rebaseRemoval, useChange, withoutRemoved } from '#src/parts/editing/use-change.tsx'
import { ModulePicker, removeColumn } from '#src/parts/module-picker.tsx'
import { ScrollingTable } from '#src/parts/scrolling-table.tsx'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { messagedText, saveFailureText, unseatedText } from '#src/parts/writing/save.texts.ts'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { testmomentEditTexts as texts } from './settings.texts.ts'

interface ModulesSectionProps {
  testmoment: ManagedTestmoment
  /** all modules of the school; null if they could not be loaded */
  modules: readonly Module[] | null
}

type NamedModule = Pick<Module, 'id' | 'name' | 'description'>

/** The pressed button determines the texts: all missing modules, or the single `module` that was picked. */
interface Adding {
  added: readonly NamedModule[]
  module?: NamedModule
}

export function ModulesSection({ testmoment, modules }: ModulesSectionProps) {
  const api = useApi()
  const renew = useRenew()
  const notify = useNotify()
  const held = testmoment.modules
  const link = testmoment._links.edit_modules
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLElement>(null)
  const pressed = useFocusAfter(held.length, () => next.current ?? heading.current)

  const adding = useChange({
    send: ({ added }: Adding, { confirmed, message }) =>
      api.follow(
        addTestmomentModules,
        { ...link, method: 'PATCH' },
        {
          query: { confirmed },
          body: { entities: added.map(({ id }) => ({ id })), message },
        },
      ),
    saved: ({ students_messaged, ...made }, { module }) => {
      const { enrollments_made } = made
      const added = module ? texts.moduleAdded(module.name, enrollments_made) : texts.allAdded(enrollments_made)
      return added + unseatedText(made) + messagedText(students_messaged)
    },
    // Only the first modules end enrollments: before that, the moment offered all modules.
    proposeMessage: ({ added }) =>
      othersRemovedMessage({ moment: testmoment, modules: added.map(({ name }) => name), now: Date.now() }),
    failed: (error, { module }) => saveFailureText(error, module ? texts.saveFailed : texts.addAllFailed),
    inToast: true,
    confirmTitle: ({ module }) => (module ? texts.addQuestion(module.name) : texts.addAllQuestion),
    confirmLabel: 'Toch toevoegen',
  })
  const removing = useChange({
    send: (removal: ModuleRemoval<TestmomentModule>, { confirmed, message }) =>
      api.follow(
        replaceTestmomentModules,
        { ...link, method: 'PUT' },
        { query: { confirmed }, body: { ...withoutRemoved(removal), message } },
      ),
    saved: ({ students_messaged }, { module }) => texts.moduleRemoved(module.name) + messagedText(students_messaged),
    proposeMessage: ({ module }) =>
      modulesRemovedMessage({ moment: testmoment, modules: [module.name], now: Date.now() }),
    rebase: rebaseRemoval,
    failed: texts.saveFailed,
    inToast: true,
    confirmTitle: ({ module }) => texts.removeQuestion(module.name),
    confirmLabel: 'Module verwijderen',
  })
  const remove = (module: TestmomentModule, nextControl: HTMLElement | null) => {
    next.current = nextControl
    pressed()
    removing.change({ module, held, version: testmoment.version })
  }
  // An inactive module would have no effect here; a teacher can still pick it.
  const missing = (modules ?? []).filter(({ id, active }) => active && !held.some((module) => module.id === id))
  const add = (module: NamedModule) => {
    if (held.some(({ id }) => id === module.id)) notify('neutral', texts.holdsAlready(module.name))
    else adding.change({ added: [module], module })
  }

  return (
    <EditSection title="Modules" headingRef={heading}>
      {modules ? (
        <>
          <ModulePicker modules={modules} isBusy={adding.isBusy} onAdd={add} />
          <div>
            <ServerButton
              disabled={missing.length === 0}
              busy={adding.isBusy}
              onClick={() => adding.change({ added: missing })}
            >
              Alle Modules toevoegen
            </ServerButton>
          </div>
        </>
      ) : (
        <Alert title={texts.modulesLoadFailed}>
          <Button onClick={renew}>Opnieuw proberen</Button>
        </Alert>
      )}
      {held.length === 0 ? (
        <Note tone="neutral">{texts.noModules}</Note>
      ) : (
        <ModuleTable testmoment={testmoment} isBusy={removing.isBusy} onRemove={remove} />
      )}
      {adding.dialog}
      {removing.dialog}
    </EditSection>
  )
}

interface ModuleTableProps {
  testmoment: ManagedTestmoment
  isBusy: boolean
  /** called with the button in the row below, which gets the focus; null for the last row */
  onRemove: (module: TestmomentModule, next: HTMLElement | null) => void
}

const ModuleTable = ({ testmoment, isBusy, onRemove }: ModuleTableProps) => (
  <ScrollingTable
    caption={texts.modules}
    rows={testmoment.modules}
    keyOf={({ id }) => id}
    columns={[
      {
        key: 'name',
        label: 'Module',
        sortBy: ({ name }) => name,
        cell: ({ name, description }) => (
          <>
            <strong translate="no">{name}</strong>
            <span data-layout="block" data-text="small muted">
              {description}
            </span>
          </>
        ),
      },
      {
        key: 'auto_enroll',
        label: texts.automaticEnrolling,
        cell: (module) => <AutomaticSwitch testmoment={testmoment} module={module} />,
      },
      removeColumn(isBusy, (module: TestmomentModule, pressed) => onRemove(module, controlBelow(pressed))),
    ]}
  />
)

/** Uses the order of the rows on the page: the table may be sorted. */
const controlBelow = (control: HTMLElement) =>
  control.closest('tr')?.nextElementSibling?.querySelector<HTMLElement>('td:last-child button') ?? null

function AutomaticSwitch({ testmoment, module }: { testmoment: ManagedTestmoment; module: TestmomentModule }) {
  const api = useApi()
  return (
    <SavingSwitch
      label={texts.automaticFor(module.name)}
      checked={module.auto_enroll}
      link={{ ...testmoment._links.edit_modules, method: 'PATCH' }}
      save={(link, auto_enroll, { confirmed }) =>
        api.follow(addTestmomentModules, link, {
          query: { confirmed },
          body: { entities: [{ id: module.id, auto_enroll }] },
        })
      }
      savedText={(made, auto_enroll) =>
        texts.automatic(module.name, auto_enroll, made.enrollments_made) + unseatedText(made)
      }
      confirmTitle={texts.automaticQuestion(module.name)}
      confirmLabel={texts.automaticEnrolling}
    />
  )
}
