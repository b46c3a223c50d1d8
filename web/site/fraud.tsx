import { Article } from './article.tsx';

export default function Fraud() {
  return <Article name="fraud" />;
}
