import { Article } from './article.tsx';

export default function Terms() {
  return <Article name="terms" />;
}
