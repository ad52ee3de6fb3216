import type { Plugin } from 'vite'

/** While developing, /dev/ui shows every ui component in each of its states. A build never sees this page. */
export function galleryPage(): Plugin {
  return {
    name: 'gallery-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/dev/ui') request.url = '/src/ui/gallery/index.html'
        next()
      })
    },
  }
}
