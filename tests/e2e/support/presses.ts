import type { Page } from '@playwright/test'

export interface Presses {
  /** so far: taps and clicks, and two for each choice from a list, which the browser shows in a window of its own */
  made(): number
  /** fields that were typed in so far; not those that stood filled in */
  typedFields(): number
  /** presses in `aside` do not count: the story only looks at something in passing */
  apart(aside: () => Promise<void>): Promise<void>
}

/** Counts what a person has to press, and to type in, on all pages from here on. */
export async function countPresses(page: Page): Promise<Presses> {
  let made = 0
  let typedFields = 0
  let isApart = false
  await page.exposeFunction('typedInField', () => {
    if (!isApart) typedFields++
  })
  await page.exposeFunction('pressed', (presses: number) => {
    if (!isApart) made += presses
  })
  await page.addInitScript(() => {
    const count = (presses: number) => Reflect.get(window, 'pressed')(presses)
    addEventListener('click', ({ isTrusted }) => isTrusted && count(1), true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(2), true)
    const typedIn = new WeakSet<EventTarget>()
    const noteField = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'checkbox' || typedIn.has(target)) return
      typedIn.add(target)
      Reflect.get(window, 'typedInField')()
    }
    addEventListener('input', noteField, true)
  })
  /** A page's answer comes after the presses that it noted before. */
  const allArrived = () => page.evaluate(() => undefined)
  return {
    made: () => made,
    typedFields: () => typedFields,
    apart: async (aside) => {
      await allArrived()
      isApart = true
      await aside()
      await allArrived()
      isApart = false
    },
  }
}
