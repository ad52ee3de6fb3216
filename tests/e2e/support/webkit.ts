import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '#tests/support/free-port.ts'
import { webkit } from '../../../scripts/machine.ts'
import { PASSWORD } from './product.ts'

const PATIENCE = { timeout: 60_000 }

export type WebKit = Awaited<ReturnType<typeof launchWebKit>>

/**
 * Runs the story in WebKitGTK, by its own WebDriver (https://www.w3.org/TR/webdriver2/), and closes it. Under automation it keeps
 * nothing for its next start.
 */
export async function inWebKit(story: (page: WebKit) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wiskunde-webkit-'))
  const page = await launchWebKit(folder)
  try {
    await story(page)
  } catch (error) {
    const shown = await page.evaluate<string>('return location.href + "\\n" + document.body.innerText').catch(() => '')
    throw new Error(`In WebKit: ${String(error)}\nwith ${shown}`, { cause: error })
  } finally {
    await page.close()
    // Its processes write until they have ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function launchWebKit(folder: string) {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject)
    screen.stdio[3]?.once('data', (line) => resolve(`:${String(line).trim()}`))
  })
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', ['-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'nl_NL.UTF-8',
      ...Object.fromEntries(['DATA', 'CACHE', 'CONFIG'].map((kind) => [`XDG_${kind}_HOME`, join(folder, kind)])),
      // Bubblewrap needs namespaces that containers and root lack.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = (await reply.json()) as { value: unknown }
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await expect.poll(() => send('GET', '/status').then(Boolean, () => false), PATIENCE).toBe(true)
  const options = { binary: webkit.find(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string }
  const session = `/session/${sessionId}`

  /** What the script returns; one that returns a promise is waited for. */
  const evaluate = <Value>(script: string, ...args: unknown[]) =>
    send('POST', `${session}/execute/sync`, { script, args }) as Promise<Value>

  /** The first visible element of this kind that is called so, or undefined. */
  const find = (kind: string, name: string) => evaluate<object | null>(FIND, kind, name)
  const act = async (kind: string, name: string, what: 'click' | 'clear' | 'value', body: object = {}) => {
    await expect
      .poll(async () => {
        const element = await find(kind, name)
        const [id] = Object.values(element ?? {})
        if (typeof id !== 'string') return 'not there'
        return send('POST', `${session}/element/${id}/${what}`, body).then(
          () => 'done',
          (error) => String(error),
        )
      }, PATIENCE)
      .toBe('done')
  }
  return {
    evaluate,
    goto: (url: string) => send('POST', `${session}/url`, { url }),
    reload: () => send('POST', `${session}/refresh`, {}),
    press: (name: string, kind: 'button' | 'link' = 'button') => act(kind, name, 'click'),
    fill: (label: string, text: string) => act('field', label, 'value', { text }),
    /** resolves once the text stands on the page */
    see: (text: string) =>
      expect.poll(() => evaluate<string>('return document.body.innerText').catch(() => ''), PATIENCE).toContain(text),
    seeTitle: (title: string) => expect.poll(() => evaluate<string>(TITLE), PATIENCE).toContain(title),
    close: async () => {
      await send('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.kill()
    },
  }
}

const TITLE = 'return document.querySelector("h1")?.textContent ?? ""'

/** Runs in the page: finds by what it is and how it is labelled, as a person does. */
const FIND = `
  const [kind, name] = arguments
  const selector = { button: 'button', link: 'a[href]', field: 'input, textarea, select' }[kind]
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const nameOf = (element) =>
    kind === 'field'
      ? (element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? '')
      : (element.getAttribute('aria-label') ?? element.textContent)
  const words = (text) => text.replace(/\\s+/g, ' ').trim()
  return [...within.querySelectorAll(selector)].find(
    (element) =>
      words(nameOf(element)).startsWith(name) && element.getClientRects().length > 0 && !element.closest('#first-frame, [aria-disabled=true]'),
  ) ?? null`

/** Logs in by the form that the page shows. */
export async function logIn(page: WebKit, url: string, username: string): Promise<void> {
  await page.goto(url)
  await page.fill('Gebruikersnaam', username)
  await page.fill('Wachtwoord', PASSWORD)
  await page.press('Inloggen')
}
