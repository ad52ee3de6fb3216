const KEY = 'reloaded-for-release'

interface MissingCodeMeans {
  /** the app that the server gives out now; rejects where it cannot be asked */
  askRelease: () => Promise<string | null>
  ownRelease: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Whether a part of the code that could not be had is gone for good, which a newer release does: the page then has to be
 * loaded anew. Once for each release: what stays missing after that is to be seen. Without a server nothing is gone.
 */
export async function isGoneByRelease({ askRelease, ownRelease, storage }: MissingCodeMeans): Promise<boolean> {
  const release = await askRelease().catch(() => null)
  if (release === null || release === ownRelease || storage.getItem(KEY) === release) return false
  storage.setItem(KEY, release)
  return true
}
