import { createFileRoute } from '@tanstack/react-router'
import { DepartmentStep } from '#src/onboarding/department-step.tsx'
import { reached } from './-reached.ts'

export const Route = createFileRoute('/onboarding/step2')({
  staticData: { title: 'Studierichting' },
  beforeLoad: reached(2),
  component: DepartmentStep,
})
