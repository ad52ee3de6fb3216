type Load = () => Promise<void>

const loads = new Set<Load>()

/** Has `load` fetch again with each renewal of the screen, for data that a part of it loads by itself. Returns how to stop. */
export function renewBeside(load: Load): () => void {
  loads.add(load)
  return () => loads.delete(load)
}

/** Fetches all that parts of the screen load by themselves. */
export const renewParts = () => Promise.all([...loads].map((load) => load()))
