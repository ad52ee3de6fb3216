import { expect, test } from 'vitest'
import { withDoubt } from '../../scripts/check/browser-apis.ts'

test('what the oldest browsers lack may be missing in the types that the check compiles with, and nothing else', () => {
  const known = (key: string) => `    /** [MDN Reference](https://developer.mozilla.org/docs/Web/API/${key}) */`
  const source = `
interface HTMLElement extends Element {
${known('HTMLElement/click')}
    click(): void;
${known('HTMLElement/hidePopover')}
    hidePopover(): void;
}
declare var AbortSignal: {
    new(): AbortSignal;
${known('AbortSignal/any_static')}
    any(signals: AbortSignal[]): AbortSignal;
${known('AbortSignal/timeout_static')}
    timeout(milliseconds: number): AbortSignal;
};
${known('BarcodeDetector')}
interface BarcodeDetector {
}
declare var BarcodeDetector: {
};`
  expect(withDoubt(source)).toBe(
    source
      .replace('hidePopover()', 'hidePopover?()')
      .replace('any(signals', 'any?(signals')
      .replace('var BarcodeDetector:', 'var BarcodeDetector: undefined |'),
  )
})
