import type { PageBlock } from './follow-page.ts'
import { headed } from './follow-page.ts'
import { type DatabaseMachine, otherOf, type ThreeMachines } from './three-machines.ts'

/** Something that happens to the machines, and passes. */
export interface Trouble {
  name: string
  done: string
  /** 'other': the one that was the standby has to be primary before it passes */
  becomes: 'same' | 'other' | 'either'
  begin(primary: DatabaseMachine): unknown
  end?(primary: DatabaseMachine): unknown
}

/** In this order: each leaves the two as it found them, or the other way round. */
export function troublesFor(machines: ThreeMachines, page: readonly PageBlock[]): Trouble[] {
  const follow = async (heading: string, name: DatabaseMachine) => {
    for (const block of headed(page, heading)) await machines.follow(calledOne(name, block))
  }
  return [
    {
      name: 'primary killed',
      done: 'kill -9 of all of its machine; back later',
      becomes: 'other',
      begin: (primary) => machines.at(primary).cutPower(),
      end: (primary) => machines.at(primary).boot(),
    },
    {
      name: 'primary paused',
      done: 'all its processes stopped until the other was promoted, and then continued',
      becomes: 'other',
      begin: (primary) => machines.pause(primary),
      end: (primary) => machines.goOn(primary),
    },
    {
      name: 'primary cut off',
      done: 'its cable out until the other was promoted, and then back',
      becomes: 'other',
      begin: (primary) => machines.network.cut(primary),
      end: (primary) => machines.network.heal(primary),
    },
    {
      name: 'PostgreSQL killed',
      done: 'kill -9 of the primary alone; Patroni goes on',
      becomes: 'either',
      begin: (primary) =>
        machines.at(primary).must('kill -9 $(head -1 /var/lib/postgresql/17/wiskunde/postmaster.pid)'),
    },
    {
      name: 'disk full',
      done: 'not a byte left for the data of the primary; room again later',
      becomes: 'other',
      begin: (primary) => machines.at(primary).must(FILL),
      end: (primary) => machines.at(primary).must('rm /var/lib/postgresql/ballast*'),
    },
    {
      name: 'standby cut off',
      done: 'its cable out, as when its power went, until the primary wrote alone; then back',
      becomes: 'same',
      begin: (primary) => machines.network.cut(otherOf(primary)),
      end: (primary) => machines.network.heal(otherOf(primary)),
    },
    {
      name: 'standby paused',
      done: 'all its processes stopped until the primary wrote alone, and then continued',
      becomes: 'same',
      begin: (primary) => machines.pause(otherOf(primary)),
      end: (primary) => machines.goOn(otherOf(primary)),
    },
    {
      name: 'etcd leader killed',
      done: 'kill -9 of the etcd that leads the three',
      becomes: 'same',
      begin: () => killEtcdLeader(machines),
    },
    {
      name: 'HAProxy restarted',
      done: 'systemctl restart haproxy',
      becomes: 'same',
      begin: () => machines.at('three').must('systemctl restart haproxy'),
    },
    {
      name: 'planned switchover',
      done: 'as the page says',
      becomes: 'other',
      begin: (primary) => follow('A planned switchover', primary),
    },
    {
      name: 'standby out and in',
      done: 'upgraded and back, as the page says',
      becomes: 'same',
      begin: (primary) => follow('A machine out, and in again', otherOf(primary)),
    },
    {
      name: 'standby lost for good',
      done: 'an empty machine in its place, as the page says',
      becomes: 'same',
      begin: (primary) => replaceStandby(machines, page, otherOf(primary)),
    },
  ]
}

const FILL = `cd /var/lib/postgresql
fallocate -l $(df --output=avail -B1 . | tail -1) ballast; runuser -u postgres -- dd if=/dev/zero of=ballast-rest bs=4k 2> /dev/null || true`

async function killEtcdLeader(machines: ThreeMachines): Promise<void> {
  for (const name of ['one', 'two', 'three'] as const) {
    const status = await machines.at(name).must('etcdctl endpoint status --write-out=json')
    const [{ Status }] = JSON.parse(status)
    if (Status.leader === Status.header.member_id)
      return void (await machines.at(name).must('systemctl kill -s KILL etcd'))
  }
  throw new Error('no etcd says that it leads')
}

/** The page calls the machine that it speaks of one; here it may be two. */
function calledOne(name: DatabaseMachine, block: PageBlock): PageBlock {
  const swap = (text: string) =>
    name === 'one' ? text : text.replace(/\b(one|two)\b/g, (found) => (found === 'one' ? 'two' : 'one'))
  return {
    ...block,
    machines: block.machines.map((machine) => (machine === 'one' ? name : machine)),
    commands: swap(block.commands),
    prints: block.prints.map(swap),
  }
}

/** The blocks of the set-up that are for more than one machine are those that one alone needs in its turn. */
async function replaceStandby(
  machines: ThreeMachines,
  page: readonly PageBlock[],
  name: DatabaseMachine,
): Promise<void> {
  const [forget, before, after] = headed(page, 'A machine lost for good').map((block) => calledOne(name, block))
  const setUp = headed(page, 'Setting it up').filter((block) => block.machines.length > 1)
  await machines.replace(name)
  const own = setUp.map((block) => ({ ...block, machines: [name], prints: [] }))
  for (const block of [forget, before, ...own, after]) if (block) await machines.follow(block)
}
