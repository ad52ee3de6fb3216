import type { Transaction } from '#database/tables.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'

/** Advances a student's onboarding, for all their devices. It never goes back, and no longer changes once all is confirmed. */
export async function reachOnboardingStep(trx: Transaction, userId: number, step: OnboardingStep): Promise<void> {
  await trx
    .updateTable('user')
    .set({ onboarding_step: step })
    .where('id', '=', userId)
    .where('onboarding_step', '<', step)
    .where('information_checked', '=', false)
    .execute()
}
