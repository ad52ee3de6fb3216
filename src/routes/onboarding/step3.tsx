import { createFileRoute } from '@tanstack/react-router'
import { ModulesStep } from '#src/onboarding/modules-step.tsx'
import { reached } from './-reached.ts'

export const Route = createFileRoute('/onboarding/step3')({
  staticData: { title: 'Modules' },
  beforeLoad: reached(3),
  component: ModulesStep,
})
