import { createFileRoute } from '@tanstack/react-router'
import { NamesStep } from '#src/onboarding/names-step.tsx'
import { reached } from './-reached.ts'

export const Route = createFileRoute('/onboarding/step1')({
  staticData: { title: 'Naam' },
  beforeLoad: reached(1),
  component: NamesStep,
})
