import type { ComponentPropsWithRef } from 'react'

export const Card = (props: ComponentPropsWithRef<'div'>) => <div data-box data-pad="4" {...props} />
