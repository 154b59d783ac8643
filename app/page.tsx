export default function Home() {
  return (
    <main>
      <h1>Price Atlas</h1>
    </main>
  );
}
