-- CreateIndex
CREATE INDEX "price_move_first_seen_on_idx" ON "price_move"("first_seen_on");
