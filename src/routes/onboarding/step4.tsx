import { createFileRoute } from '@tanstack/react-router'
import { OverviewStep } from '#src/onboarding/overview-step.tsx'
import { reached } from './-reached.ts'

export const Route = createFileRoute('/onboarding/step4')({
  staticData: { title: 'Overzicht Bevestigen' },
  beforeLoad: reached(4),
  component: OverviewStep,
})
