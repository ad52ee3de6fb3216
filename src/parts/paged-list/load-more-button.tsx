import { Button } from '#src/ui/button.tsx'
import styles from './load-more-button.module.css'
import type { PagedList } from './use-paged-list.ts'

interface LoadMoreButtonProps {
  list: Pick<PagedList<unknown>, 'hasMore' | 'isLoading' | 'loadMore'>
  /** e.g. 'Meer gebruikers laden' */
  children: string
}

export const LoadMoreButton = ({ list, children }: LoadMoreButtonProps) =>
  list.hasMore && (
    <div className={styles.more}>
      <Button busy={list.isLoading} onClick={list.loadMore}>
        {children}
      </Button>
    </div>
  )
