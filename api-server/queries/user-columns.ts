/** What is shown of a user, to themselves or an administrator. */
export const userColumns = [
  'id',
  'username',
  'first_name',
  'last_name',
  'roles',
  'information_checked',
  'onboarding_step',
  'activated',
  'activation_nonce',
  'activation_expires_at',
  'education_department_id',
  'version',
] as const
