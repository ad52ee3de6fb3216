import type { BodyOf, Endpoint, ReplyOf } from './endpoint.ts'

/** One call of an endpoint, as the OpenAPI document shows it to people. */
export type ExampleOf<E extends Endpoint> = {
  reply: ReplyOf<E>
  refusals?: Record<number, unknown>
} & (BodyOf<E> extends object ? { body: BodyOf<E> } : unknown)

/** One for each endpoint that a module of the contract exports, by its name: one that is forgotten does not compile. */
export type ExamplesOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] extends Endpoint
    ? ExampleOf<Module[Name]>
    : never
}
