import type { FastifyInstance } from 'fastify'
import { stylesPath } from './error-page.ts'
import { setClosedPolicy } from './send-page.ts'
import type { Stylesheet } from './stylesheet.ts'

/** Serves a stylesheet below `/pages/`; its name changes with its text. */
export function mountStylesheet(scope: FastifyInstance, { fileName, text }: Stylesheet): void {
  scope.get(`${stylesPath}/${fileName}`, (_request, reply) =>
    setClosedPolicy(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(text),
  )
}
