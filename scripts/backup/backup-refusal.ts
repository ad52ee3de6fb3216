/** Why no backup was made or put back, in Dutch, for whoever runs it. Nothing that was there has changed. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal'
}
