import { listModules } from '#contract/modules.gen.ts'
import { useApi } from '#src/api/use-api.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { testmomentEditTexts as texts } from './settings.texts.ts'

export interface ChosenModule {
  id: number
  name: string
}

interface ModuleChecklistProps {
  chosen: readonly ChosenModule[]
  /** called with the chosen modules, in the order of the list */
  onChoose: (modules: ChosenModule[]) => void
}

export function ModuleChecklist({ chosen, onChoose }: ModuleChecklistProps) {
  const api = useApi()
  const { answer, error, askAgain } = useAnswer({ question: {}, ask: () => api.call(listModules) })
  const modules = answer?.entities
  const isChosen = (id: number) => chosen.some((module) => module.id === id)
  if (error !== null)
    return (
      <Alert>
        <p>{saveFailureText(error, texts.modulesFailed)}</p>
        <Button onClick={askAgain}>Opnieuw proberen</Button>
      </Alert>
    )
  if (!modules) return <Skeleton lines={5} />
  return (
    <Checklist
      legend="Modules"
      options={modules.map(({ id, name, description, active }) => ({
        id,
        label: active ? name : texts.notInUse(name),
        hint: description,
        isChecked: isChosen(id),
      }))}
      onChange={(id, isChecked) =>
        onChoose(
          modules
            .filter((module) => (module.id === id ? isChecked : isChosen(module.id)))
            .map((module) => ({ id: module.id, name: module.name })),
        )
      }
    />
  )
}
