import type { Module } from '#domain/module/module.schema.ts'
import { endpoint } from './endpoint.ts'
import type { ListReply } from './list.ts'

export const listModules = endpoint<{ reply: ListReply<Module> }>('GET', '/modules')
