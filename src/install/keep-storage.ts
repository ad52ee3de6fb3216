/** Else a browser that runs out of room may throw away what was kept for offline. It may refuse, and then it does. */
export async function keepStorage(
  storage: Pick<StorageManager, 'persisted' | 'persist'> | undefined,
): Promise<boolean> {
  if (!storage?.persist) return false
  try {
    return (await storage.persisted()) || (await storage.persist())
  } catch {
    return false
  }
}
