/**
 * Result for each column that leads to a person when that person is deleted: columns that refer to `user`, and columns that
 * refer to a row that is deleted with it. The database itself does it, so a test compares this with its catalog. 'kept': an
 * enrollment cannot be deleted before its record, which is deleted by its own `user_id`.
 */
export const deletionRegister: Record<string, 'deleted' | 'nulled' | 'kept'> = {
  'session.user_id': 'deleted',
  'refresh_token.session_id': 'deleted',
  'external_identity.user_id': 'deleted',
  'session.identity_id': 'nulled',
  'login_notice.user_id': 'deleted',
  'login_notice.other_user_id': 'nulled',
  'login_ticket.user_id': 'deleted',
  'login_ticket.session_id': 'deleted',
  'passkey.user_id': 'deleted',
  'totp.user_id': 'deleted',
  'recovery_code.user_id': 'deleted',
  'password_reset.user_id': 'deleted',
  'registration.user_id': 'deleted',
  'completed_module.user_id': 'deleted',
  'enrollment.user_id': 'deleted',
  'waiting_entry.user_id': 'deleted',
  'waiting_outcome.user_id': 'deleted',
  'presence.enrollment_id': 'kept',
  'presence_tick.enrollment_id': 'deleted',
  'result.enrollment_id': 'kept',
  'result_publication.enrollment_id': 'kept',
  'push_job.publication_id': 'deleted',
  'presence.user_id': 'deleted',
  'presence_tick.user_id': 'deleted',
  'presence_tick.actor_id': 'nulled',
  'walk_in.actor_id': 'nulled',
  'connection.maker_id': 'nulled',
  'invigilator_link.maker_id': 'nulled',
  'result.user_id': 'deleted',
  'result.editor_id': 'nulled',
  'result_publication.user_id': 'deleted',
  'result_publication.publisher_id': 'nulled',
  'push_subscription.user_id': 'deleted',
  'push_subscription.session_id': 'nulled',
  'push_preference.user_id': 'deleted',
  'push_job.push_subscription_id': 'deleted',
  'calendar_feed.user_id': 'deleted',
  'removed_push_device.user_id': 'deleted',
  'gone_push_endpoint.user_id': 'deleted',
  'enrollment.maker_id': 'nulled',
  'message_recipient.user_id': 'deleted',
  'message.sender_id': 'nulled',
  'import_line.user_id': 'deleted',
  'import_line.enrollment_id': 'nulled',
  'source_person.user_id': 'deleted',
  'import.actor_id': 'nulled',
  'import.undoer_id': 'nulled',
  // The action stays in the log, without its actor.
  'audit.actor_id': 'nulled',
}

/** Columns that keep an id that no longer leads anywhere. Nothing else about a person may stay. */
export const keepsTheId: Record<string, string> = {
  audit: 'what was done to which record, without a name',
  barred_identity: 'whose login is kept out, for the log to say that they were let in again',
  write_outcome: 'that something was done by a key that their device drew, for a day',
  outbox: 'what is still to be sent; whoever takes it up finds nobody, and it goes a month later',
}
