import type { ExamplesOf } from './example.ts'
import type * as session from './session.ts'

const tokens = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.T3l2bWVyc2xhZ2VuLXZvb3JiZWVsZA',
  refresh_token: 'x7Qm2vLr9TzKc4WnB6yPd1HsJ8fGa3Ue5RoXi0Vk-Ys',
}

export const sessionExamples: ExamplesOf<typeof session> = {
  loginCheck: {
    body: { username: 'noor.bos@student.example', password: 'krijtbord-passer-9' },
    reply: tokens,
  },
  refreshToken: { body: { refresh_token: 'p4Zt8WqYc1LmVb6XnD3sKj9HfGr2Ta5Uo7Ei0RkQx-M' }, reply: tokens },
  invalidateToken: { body: { refresh_token: tokens.refresh_token }, reply: 'Je bent uitgelogd.' },
}
