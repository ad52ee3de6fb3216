import { z } from 'zod'
import { addressSchema } from '#domain/accounts/account.schema.ts'
import { idSchema, instantSchema, linkSchema, textSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { ROLES } from './roles.ts'

export const roleSchema = z.enum(ROLES)

/** Steps of onboarding; a student's is the furthest that they may open. */
export const onboardingStepSchema = z.literal([1, 2, 3, 4])
export type OnboardingStep = z.infer<typeof onboardingStepSchema>

export const userLinksSchema = z.object({
  edit: linkSchema.optional(),
  module_statuses: linkSchema.optional(),
  testmoments: linkSchema.optional(),
  /** free seats for a student, and the moments where they wait */
  seats: linkSchema.optional(),
  /** past tests of a student, with results */
  history: linkSchema.optional(),
  /** enrollments of a student, including past ones */
  enrollments: linkSchema.optional(),
  /** department of a student; replies 404 while they have none */
  education_department: linkSchema.optional(),
  /** only during onboarding; afterwards `department_switch` */
  edit_education_department: linkSchema.optional(),
  modules_completed: linkSchema.optional(),
  modules_uncompleted: linkSchema.optional(),
  automatic_enrollments: linkSchema.optional(),
  confirm_information: linkSchema.optional(),
  /** after onboarding: preview, then the switch itself */
  department_switch: linkSchema.optional(),
  validation_mail: linkSchema.optional(),
  /** for administrators */
  delete: linkSchema.optional(),
  /** messages to this user; only for students themselves */
  messages: linkSchema.optional(),
  sessions: linkSchema.optional(),
  login_methods: linkSchema.optional(),
  /** after a login by the school: page that ends the session there too, after logging out here */
  end_school_login: linkSchema.optional(),
  data: linkSchema.optional(),
  calendar_feed: linkSchema.optional(),
  confirmation_letters: linkSchema.optional(),
})

/** Who somebody is, in any list of people. `username` is the e-mail address. */
export const personSchema = z.object({
  id: idSchema,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** the school's number for a student; unique among all accounts */
  student_number: z.string().nullable(),
})

export type Person = z.infer<typeof personSchema>

/** Fields of a user for the user and for administrators, each a column with that name. The first of `roles` is shown and set. */
export const userFieldsSchema = personSchema.extend({
  /** the part of a department that a student is taught in, as the school calls it */
  class_group: z.string().nullable(),
  roles: z.array(roleSchema),
  information_checked: z.boolean(),
  onboarding_step: onboardingStepSchema,
  activated: z.boolean(),
  version: versionSchema,
})
export const userFieldNames = userFieldsSchema.keyof().options

export const userSchema = userFieldsSchema.extend({
  /** for administrators, while the account is not activated: last part of its activation link */
  activation_key: z.string().optional(),
  /** for administrators: expiry of that link; may be past */
  activation_expires_at: instantSchema.optional(),
  /** for an administrator who reads this user: number of enrollments of all times, which are deleted with the account */
  enrollment_count: z.int().min(0).optional(),
  /** only for an administrator who reads this user: it is close to health data */
  extra_time: z.boolean().optional(),
  /** names and number come from the school's own system, and are changed there (`followedFields`) */
  follows_source: z.literal(true).optional(),
  /** for an administrator who lists users; null without one */
  education_department_name: z.string().nullable().optional(),
  /** for an administrator who lists users; null if they never logged in, or not since this is recorded */
  last_login_at: instantSchema.nullable().optional(),
  /**
   * for an administrator who lists users, while the account is not activated: expiry of the last letter's link; null without a
   * letter
   */
  invited_until: instantSchema.nullable().optional(),
  _links: userLinksSchema,
})
export type User = z.infer<typeof userSchema>

/** Whether a student gets a letter when they enroll, move or unenroll, or somebody does it for them. */
export const confirmationLettersSchema = z.object({ wanted: z.boolean() })
export type ConfirmationLetters = z.infer<typeof confirmationLettersSchema>

/** Limits only the size: `nameRefusal` says in Dutch what is wrong, which a schema's refusal (400) would hide. */
const nameSchema = textSchema(1_000)

/**
 * Fields that are left out stay as they are. Of `roles` the first is set; it, `activated`, `student_number`, `class_group` and
 * `extra_time` are read from administrators only.
 */
export const userEditSchema = z.object({
  first_name: nameSchema,
  last_name: nameSchema,
  student_number: textSchema(1_000).nullable().optional(),
  class_group: textSchema(1_000).nullable().optional(),
  roles: z.array(roleSchema).max(ROLES.length).optional(),
  activated: z.boolean().optional(),
  extra_time: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type UserEdit = z.infer<typeof userEditSchema>

export const userCreationSchema = z.object({
  username: addressSchema,
  first_name: nameSchema,
  last_name: nameSchema,
  role: roleSchema,
  education_department_id: idSchema.nullable().optional(),
  /** empty for none */
  student_number: textSchema(1_000).nullable().optional(),
  /** empty for none */
  class_group: textSchema(1_000).nullable().optional(),
  /** `later`: a link is made when somebody has one sent */
  letter: z.enum(['now', 'later']),
})
export type UserCreation = z.infer<typeof userCreationSchema>

export type UserFields = Required<Pick<User, Exclude<keyof UserEdit, 'version'>>>
