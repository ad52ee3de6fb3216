import { afterAll, describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  type InstallOffer,
  type InstallWay,
  installMachine,
  installWayOf,
  keepStorage,
} from '#src/install/install.machine.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(installMachine)
afterAll(() => expect([...coverage.untaken]).toEqual([]))

function openApp(way: InstallWay = 'by browser') {
  const done = { kept: 0, remembered: 0 }
  const install = createActor(
    installMachine.provide({
      actions: {
        keepStorage: () => {
          done.kept += 1
        },
        rememberPutOff: () => {
          done.remembered += 1
        },
      },
    }),
    { input: { way, isPutOff: false }, inspect: coverage.inspect },
  )
  install.start()
  return {
    done,
    send: install.send,
    state: () => install.getSnapshot().value,
    isPutOff: () => install.getSnapshot().context.isPutOff,
    settled: () => new Promise(setImmediate),
  }
}

const offer = (outcome: 'accepted' | 'dismissed', prompt = async () => {}): InstallOffer =>
  Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice: Promise.resolve({ outcome }) })

describe('the app on this device', () => {
  it('comes by the browser’s question when the person says yes, and its storage is kept from then on', async () => {
    const app = openApp()
    expect(app.state()).toBe('notOffered')
    app.send({ type: 'offer.made', offer: offer('accepted') })
    expect(app.state()).toBe('offered')
    expect(app.done.kept).toBe(0)
    app.send({ type: 'install.asked' })
    await app.settled()
    expect(app.state()).toBe('installed')
    app.send({ type: 'offer.made', offer: offer('accepted') })
    expect(app.state()).toBe('installed')
    expect(app.done.kept).toBe(1)
  })

  it('is not asked about again by an offer that was declined, or could not be used', async () => {
    const app = openApp()
    app.send({ type: 'offer.made', offer: offer('dismissed') })
    app.send({ type: 'install.asked' })
    await app.settled()
    expect(app.state()).toBe('notOffered')
    app.send({ type: 'offer.made', offer: offer('accepted', () => Promise.reject(new DOMException('used'))) })
    app.send({ type: 'install.asked' })
    await app.settled()
    expect(app.state()).toBe('notOffered')
    expect(app.done.kept).toBe(0)
  })

  it('was installed by the browser’s own menu', () => {
    const app = openApp()
    app.send({ type: 'app.installed' })
    expect(app.state()).toBe('installed')
  })

  it('runs as an app already, or is put on the screen by hand', () => {
    expect(openApp('installed').done.kept).toBe(1)
    expect(openApp('by hand').state()).toBe('guided')
  })

  it('is not pressed upon who said not now, while the way stays open', () => {
    const app = openApp('by hand')
    app.send({ type: 'invitation.put-off' })
    expect(app.isPutOff()).toBe(true)
    expect(app.done.remembered).toBe(1)
    expect(app.state()).toBe('guided')
  })
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'

it.each([
  ['an iPhone', IPHONE, 5, false, 'by hand'],
  ['an iPad, which calls itself a Mac', MAC, 5, false, 'by hand'],
  ['a Mac', MAC, 0, false, 'by browser'],
  ['an Android phone', ANDROID, 5, false, 'by browser'],
  ['an iPhone that opened it from its home screen', IPHONE, 5, true, 'installed'],
])('%s gets the app as such a device can', (_, userAgent, maxTouchPoints, isStandalone, way) => {
  expect(installWayOf({ userAgent, maxTouchPoints, isStandalone })).toBe(way)
})

describe('storage', () => {
  const storage = (persisted: boolean, persist: () => Promise<boolean>) => ({
    persisted: async () => persisted,
    persist,
  })
  it('is asked for once it is not kept yet, and a refusal or an old browser is no failure', async () => {
    let asked = 0
    const grant = async () => {
      asked += 1
      return true
    }
    expect(await keepStorage(storage(true, grant))).toBe(true)
    expect(asked).toBe(0)
    expect(await keepStorage(storage(false, grant))).toBe(true)
    expect(asked).toBe(1)
    expect(await keepStorage(storage(false, async () => false))).toBe(false)
    expect(await keepStorage(storage(false, () => Promise.reject(new TypeError('no'))))).toBe(false)
    expect(await keepStorage(undefined)).toBe(false)
  })
})
