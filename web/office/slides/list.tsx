import { PageHeader } from '../frame/page-header.tsx';

export default function Screen() {
  return <PageHeader title="–" />;
}
