import { useState } from 'react'
import { Checklist } from '../field/checklist.tsx'

const NAMES = ['ALG1 - Haakjes wegwerken', 'ALG2 - Kwadratische vergelijkingen', 'EXP1 - Machten en logaritmen']
const MANY = Array.from({ length: 20 }, (_, index) => `MOD${index + 1} - Een module in een lange lijst`)

export const Checklists = () => (
  <>
    <Example legend="Te wijzigen" names={NAMES} />
    <Example legend="Alleen te lezen" names={NAMES} isDisabled />
    <Example legend="Lang: schuift in zichzelf" names={MANY} />
    <Example legend="Lang en alleen te lezen" names={MANY} isDisabled />
    <Example legend="Leeg" names={[]} />
  </>
)

interface ExampleProps {
  legend: string
  names: readonly string[]
  isDisabled?: boolean
}

function Example({ legend, names, isDisabled }: ExampleProps) {
  const [checked, setChecked] = useState<readonly number[]>([1])
  return (
    <Checklist
      legend={legend}
      isDisabled={isDisabled}
      options={names.map((label, id) => ({
        id,
        label,
        isChecked: checked.includes(id),
        hint: id === 1 ? 'Ingeschreven voor do 10 dec' : undefined,
      }))}
      onChange={(id, isChecked) => setChecked(isChecked ? [...checked, id] : checked.filter((other) => other !== id))}
    />
  )
}
