import type { ExamplesOf } from './example.ts'
import type * as live from './live.ts'

export const liveExamples: ExamplesOf<typeof live> = {
  readLive: {
    reply:
      'event: hello\ndata: {"server_time":1773133200000,"release":"k3Vd0a81TqWm"}\n\n' +
      'id: 1-7\nevent: testmomentEdited\ndata: {"id":12,"spread":2000}\n\n',
  },
}
