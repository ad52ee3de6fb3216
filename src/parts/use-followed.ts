import { startTransition, useOptimistic } from 'react'

/**
 * A choice that the page's address holds: the field shows it at once, and `follow` changes the address. Without it a controlled
 * field jumps back until the router, which paints and loads first, has changed the address.
 */
export function useFollowed<Choice>(
  addressed: Choice,
  follow: (chosen: Choice) => Promise<void>,
): [shown: Choice, choose: (chosen: Choice) => void] {
  const [shown, show] = useOptimistic(addressed)
  const choose = (chosen: Choice) =>
    startTransition(async () => {
      show(chosen)
      await follow(chosen)
    })
  return [shown, choose]
}
