import type { Tables } from '#database/tables.ts'

/** In the download as it is kept. */
export const told = 'told'

type Column<Table extends keyof Tables> = keyof Tables[Table]

/**
 * What becomes of each column when people download their data: it is `told`, or there is a reason why not. One reason
 * may do for a whole table. A table or column that is missing here does not compile.
 */
export const personalDataRegister = {
  user: {
    id: told,
    username: told,
    first_name: told,
    last_name: told,
    search_text: 'told, as the names and the address of which it is made',
    first_name_key: 'told, as the names of which it is made',
    last_name_key: 'told, as the names of which it is made',
    roles: 'told, as a list',
    password_hash: 'a secret',
    information_checked: told,
    onboarding_step: told,
    activated: told,
    activation_nonce: 'a secret, and gone before anyone can log in',
    activation_expires_at: 'gone before anyone can log in',
    registration_ends_at: 'gone before anyone can log in',
    guesses_notified_at: 'when a letter went, which told more',
    education_department_id: 'told, by the name of the department',
    token_version: 'counts what ended all logins; tells nothing about the person',
    version: 'counts edits; tells nothing about the person',
    created_at: told,
  },
  session: {
    id: 'a number that means nothing elsewhere',
    user_id: 'told once, as the id of the user',
    device: told,
    created_at: told,
    last_used_at: told,
    expires_at: told,
    revoked_at: told,
  },
  registration:
    'gone before anyone can log in: all that an address was registered with ends when one of them is activated',
  refresh_token: 'secrets; when they were made and used tells no more than their session does',
  password_reset: {
    id: 'a number that means nothing elsewhere',
    nonce: 'a secret',
    user_id: 'told once, as the id of the user',
    created_at: told,
    expires_at: told,
    used_at: told,
  },
  completed_module: {
    user_id: 'told once, as the id of the user',
    module_id: 'told, by name and description of the module',
    created_at: told,
  },
  enrollment: {
    id: 'a number that means nothing elsewhere',
    user_id: 'told once, as the id of the user',
    testmoment_id: 'told, by date and duration of the moment and by its school year',
    module_id: 'told, by name and description of the module',
    created_at: told,
    calendar_id: 'a number that means nothing elsewhere',
    calendar_sequence: 'counts edits of moments and moves between them; where a student is now is told',
  },
  push_subscription: {
    id: 'a number that means nothing elsewhere',
    user_id: 'told once, as the id of the user',
    endpoint: 'a secret: who knows it can try to send to the device',
    p256dh: 'a key',
    auth: 'a secret',
    secret_hash: 'a secret',
    device_name: told,
    created_at: told,
    last_success_at: told,
    last_failure: told,
    last_failure_at: told,
    session_id: 'a number that means nothing elsewhere',
    vapid_key: 'a key of the school’s server',
  },
  push_preference: {
    user_id: 'told once, as the id of the user',
    opening: told,
    reminder: told,
    quiet_from: told,
    quiet_until: told,
  },
  push_job: 'what is still to be sent to a device: ids only, of what is told elsewhere, and gone when it was',
  push_reminder: 'about the school',
  gone_push_endpoint: 'that a device is to subscribe anew; which, only that device can tell',
  removed_push_device: 'that a device is not to be told anything; which, only that device can tell',
  calendar_feed: {
    user_id: 'told once, as the id of the user',
    key_hash: 'a secret',
    created_at: told,
  },
  audit: {
    id: 'a number that means nothing elsewhere',
    at: told,
    by_schedule: 'tells nothing about a person',
    actor_id: 'somebody else, unless it says that it was you',
    action: told,
    resource: told,
    resource_id: told,
    fields: 'told, as a list',
  },
  school_state: 'about the school',
  schoolyear: 'about the school',
  testmoment: 'about the school',
  testmoment_module: 'about the school',
  module: 'about the school',
  education_department: 'about the school',
  education_department_module: 'about the school',
  outbox: 'what is still to be sent: ids only, of what is told elsewhere, and gone when it was',
} satisfies { [Table in keyof Tables]: string | Record<Column<Table>, string> }
